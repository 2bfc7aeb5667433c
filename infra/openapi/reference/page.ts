import { writeJson } from '../../../lib/values/json.ts';
import type { JsonObject } from '../document/json.ts';
import { browserDocument } from './browser-document.ts';

interface PageLink {
  readonly label: string;
  readonly href: string;
}

/** What the page of operations shows. */
export interface ReferenceOptions {
  readonly document: JsonObject;
  /** The key that the page fills in to try operations with. */
  readonly apiKey: string;
  readonly navigation: readonly PageLink[];
}

/** What the page may load and do: nothing from other origins, and no inline script or style. */
export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** Makes the page of operations, which `browser/reference.js` fills by the settings in it. */
export const referencePage = ({ document, apiKey, navigation }: ReferenceOptions): string => {
  const settings = writeJson({ document: browserDocument(document), apiKey });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference · Pet Store</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="swagger-ui.css">
<link rel="stylesheet" href="reference.css">
<script src="swagger-ui-bundle.js" defer></script>
<script src="accessible.js" defer></script>
<script src="reference.js" type="module"></script>
</head>
<body class="swagger-ui">
<nav class="wrapper">${navigation.map(({ label, href }) => `<a href="${href}">${label}</a> · `).join('')}<a href="openapi.json">OpenAPI document</a></nav>
<div id="reference"></div>
<script type="application/json" id="settings">${
    // A `<` could begin a tag that ends the element.
    settings.replaceAll('<', '\\u003c')
  }</script>
</body>
</html>
`;
};
