/** Runs in the browser: shows the operations that the page's settings describe. */
const { document: spec, apiKey } = JSON.parse(document.getElementById('settings').textContent);

/** Formats JSON text and keeps its numbers as they are written: JavaScript would round an int64. */
const format = (text) => {
  const exact = (_key, value, { source }) =>
    typeof value === 'number' && source ? JSON.rawJSON(source) : value;
  return JSON.stringify(JSON.parse(text, exact), null, 2);
};

/** Keyboards cannot reach a link in a button: the button alone opens an operation. */
const plainPaths = (_system) => ({
  wrapComponents: {
    DeepLink:
      (_DeepLink, { React }) =>
      ({ text }) =>
        React.createElement('span', null, text),
  },
});

/** Swagger UI parses and rewrites JSON, but shows plain text unchanged. */
const exactNumbers = (_system) => ({
  wrapComponents: {
    responseBody:
      (ResponseBody, { React }) =>
      (props) =>
        React.createElement(
          ResponseBody,
          props.contentType?.startsWith('application/json')
            ? { ...props, content: format(props.content), contentType: 'text/plain' }
            : props,
        ),
  },
});

const ui = globalThis.SwaggerUIBundle({
  spec,
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  // Swagger UI writes its colors into each element, and they are too pale to read.
  syntaxHighlight: { activated: false },
  plugins: [exactNumbers, plainPaths],
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete: () => ui.preauthorizeApiKey('apiKey', apiKey),
});
