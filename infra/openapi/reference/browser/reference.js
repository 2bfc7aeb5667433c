/** Runs in the browser: shows the operations that settings.json describes. */
import { SNIPPETS } from './snippets.js';

const { document: spec, apiKey } = await (await fetch('settings.json')).json();

const dark = matchMedia('(prefers-color-scheme: dark)');
const followSystem = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followSystem);
followSystem();

/** Formats JSON text and keeps its numbers as they are written: JavaScript would round an int64. */
const format = (text) => {
  const exact = (_key, value, { source }) =>
    typeof value === 'number' && source ? JSON.rawJSON(source) : value;
  return JSON.stringify(JSON.parse(text, exact), null, 2);
};

/** Replaces a component: `render` gets React, the component and its properties. */
const wrap =
  (render) =>
  (Component, { React }) =>
  (props) =>
    render(React, Component, props);

const changes = () => ({
  wrapComponents: {
    // Keyboards cannot reach a link in a button: the button alone opens an operation.
    DeepLink: wrap((React, _DeepLink, { text }) => React.createElement('span', null, text)),
    // Swagger UI disables Execute until the answer is there, and a button that is disabled loses the focus. Here it only
    // does nothing meanwhile.
    execute: wrap((React, Execute, { disabled, specActions, ...props }) =>
      React.createElement(Execute, {
        ...props,
        specActions: disabled ? { ...specActions, execute: () => {} } : specActions,
      }),
    ),
    // Swagger UI parses and rewrites JSON, but shows plain text unchanged.
    responseBody: wrap((React, ResponseBody, props) =>
      React.createElement(
        ResponseBody,
        props.contentType?.startsWith('application/json')
          ? { ...props, content: format(props.content), contentType: 'text/plain' }
          : props,
      ),
    ),
  },
  fn: Object.fromEntries(
    Object.entries(SNIPPETS).map(([name, write]) => [
      `requestSnippetGenerator_${name}`,
      (request) => write(request.toJS()),
    ]),
  ),
});

const languages = Object.keys(SNIPPETS);

const ui = globalThis.SwaggerUIBundle({
  spec,
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  // Swagger UI writes its colors into each element, and they are too pale to read.
  syntaxHighlight: { activated: false },
  plugins: [changes],
  requestSnippetsEnabled: true,
  requestSnippets: {
    generators: Object.fromEntries(languages.map((title) => [title, { title }])),
    languages,
  },
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete: () => ui.preauthorizeApiKey('apiKey', apiKey),
});
