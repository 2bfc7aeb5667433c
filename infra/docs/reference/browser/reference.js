/** Runs in the browser: shows the operations that the page's settings describe. */
const { document: spec, apiKey } = JSON.parse(document.getElementById('settings').textContent);

/** Formats JSON text with its numbers as they are written: an int64 would be rounded otherwise. */
const format = (text) => {
  const exact = (_key, value, { source }) =>
    typeof value === 'number' && source ? JSON.rawJSON(source) : value;
  return JSON.stringify(JSON.parse(text, exact), null, 2);
};

/** A link in a button is not for keyboards: the button alone opens an operation. */
const plainPaths = (_system) => ({
  wrapComponents: {
    DeepLink:
      (_DeepLink, { React }) =>
      ({ text }) =>
        React.createElement('span', null, text),
  },
});

/** Swagger UI parses and rewrites what it takes for JSON, but shows plain text as it is. */
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
  // Its colors are too pale to read, and written into each element.
  syntaxHighlight: { activated: false },
  plugins: [exactNumbers, plainPaths],
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete: () => ui.preauthorizeApiKey('apiKey', apiKey),
});
