import { writeJson } from '../../../lib/json.ts';
import type { JsonObject } from '../openapi/json.ts';
import { browserDocument } from './browser-document.ts';
import type { Page } from './page.ts';

/** What the reference shows. */
export interface ReferenceOptions {
  readonly document: JsonObject;
  /** Filled in to try operations with; without it they cannot be tried. */
  readonly apiKey: string | undefined;
}

/** Makes the page of operations, which `browser/reference.js` fills by the settings in it. */
export const referencePage = ({ document, apiKey }: ReferenceOptions): Page => ({
  title: 'Reference',
  head: '<link rel="stylesheet" href="swagger-ui.css">\n<link rel="stylesheet" href="reference.css">\n<script src="swagger-ui-bundle.js" defer></script>\n<script src="accessible.js" defer></script>\n<script src="reference.js" defer></script>\n',
  drawsMain: true,
  body: `<aside class="notice" aria-label="About this page">${apiKey === undefined ? READ_ONLY : LOCAL} <a href="openapi.json">OpenAPI document</a></aside>
<div id="reference"></div>
<script type="application/json" id="settings">${writeJson({
    document: browserDocument(document),
    apiKey,
    // A tag could end the element.
  }).replaceAll('<', '\\u003c')}</script>
`,
});

const LOCAL =
  'Requests that you send from here go to the service on this machine, with its demo key.';
const READ_ONLY =
  'Keys are secrets of servers, so this page sends no requests: <code>npm start</code> serves one that does.';
