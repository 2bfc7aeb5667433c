import { writeJson } from '../../../lib/values/json.ts';
import { isObject, type Json, type JsonObject } from '../document/json.ts';
import { browserDocument } from './browser-document.ts';

/** A link of the navigation. */
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
<link rel="stylesheet" href="page.css">
<script src="swagger-ui-bundle.js" defer></script>
<script src="accessible.js" defer></script>
<script src="reference.js" type="module"></script>
</head>
<body>
<header><a class="name" href="index.html">Pet Store</a><nav>${navigation.map(({ label, href }) => `<a href="${href}">${label}</a>`).join('')}</nav></header>
<div class="page">
<nav class="operations" aria-label="Operations">
<input type="search" placeholder="Search operations" aria-label="Search operations"><output></output>
${listOf(document)}
</nav>
<div class="content">
<aside class="notice" aria-label="About this page">Requests that you send from here go to the service on this machine, with its demo key. Every answer has the header <code>X-Request-Id</code>; every error is an <code>Error</code> (at the end, under Schemas). <a href="openapi.json">OpenAPI document</a></aside>
<!-- Here, so that the browser shows what is above without waiting for it. -->
<link rel="stylesheet" href="swagger-ui.css">
<link rel="stylesheet" href="reference.css">
<div id="reference"></div>
<script type="application/json" id="settings">${
    // A `<` could begin a tag that ends the element.
    settings.replaceAll('<', '\\u003c')
  }</script>
</div>
</div>
</body>
</html>
`;
};

/** The operations by tag, in the order in which Swagger UI shows them, each as a link that opens it. */
const listOf = ({ tags, paths }: JsonObject): string => {
  const operations = Object.entries(objectOf(paths)).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, operation]) => {
      const { tags, operationId } = objectOf(operation);
      return { path, method, tags, operationId };
    }),
  );
  const groups = listIn(tags).map((each) => {
    const { name } = objectOf(each);
    const links = operations
      .filter(({ tags }) => listIn(tags)[0] === name)
      .map(
        ({ path, method, operationId }) =>
          `<li><a href="#/${name}/${operationId}" data-path="${path}" data-method="${method}"><b class="${method}">${method}</b> ${operationId}</a></li>`,
      );
    return `<li>${name}<ul>${links.join('')}</ul></li>`;
  });
  return `<ul>${groups.join('')}</ul>`;
};

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

const listIn = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
