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

/** The request that the fields of an operation describe. A required field that is empty counts as its name. */
const requestOf = ({ fn, specSelectors, oas3Selectors, operation, pathMethod }) => {
  const [pathName, method] = pathMethod;
  const op = operation.toJS();
  const values = specSelectors.parameterValues(pathMethod).toJS();
  for (const { in: where, name, required } of op.parameters ?? []) {
    if (required) values[`${where}.${name}`] ||= name;
  }
  const { url, headers, body } = fn.buildRequest({
    spec: { openapi: spec.openapi, servers: spec.servers, paths: { [pathName]: { [method]: op } } },
    operationId: op.operationId,
    parameters: values,
    requestContentType: oas3Selectors.requestContentType(pathName, method),
    requestBody: oas3Selectors.requestBodyValue(pathName, method),
    server: oas3Selectors.selectedServer(),
    contextUrl: location.href,
  });
  const { accept: _, ...sent } = headers;
  return { method: method.toUpperCase(), url: new URL(url, location).href, headers: sent, body };
};

let language = 'curl';

/** Shows a request as a program. */
const Snippets = ({ React, request }) => {
  const [chosen, choose] = React.useState(language);
  const [copied, setCopied] = React.useState();
  const program = SNIPPETS[chosen](request);
  const button = (text, props) =>
    React.createElement('button', { key: text, className: 'btn', ...props }, text);
  const copy = async () => {
    await navigator.clipboard.writeText(program);
    setCopied(program);
  };
  const languages = Object.keys(SNIPPETS).map((name) =>
    button(name, {
      'aria-pressed': name === chosen,
      onClick: () => {
        language = name;
        choose(name);
      },
    }),
  );
  return React.createElement(
    'div',
    { className: 'snippets' },
    ...languages,
    button(copied === program ? 'Copied' : 'Copy', { onClick: copy }),
    React.createElement('pre', null, program),
  );
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
    // Programs are shown after the request's fields, in place of the one that Swagger UI shows after it.
    curl: () => () => null,
    parameters: wrap((React, Parameters, props) =>
      React.createElement(
        React.Fragment,
        null,
        React.createElement(Parameters, props),
        props.allowTryItOut && React.createElement(Snippets, { React, request: requestOf(props) }),
      ),
    ),
  },
});

const ui = globalThis.SwaggerUIBundle({
  spec,
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  // Swagger UI writes its colors into each element, and they are too pale to read.
  syntaxHighlight: { activated: false },
  plugins: [changes],
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete: () => ui.preauthorizeApiKey('apiKey', apiKey),
});
