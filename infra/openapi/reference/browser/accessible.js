/** Adds the names and roles that screen readers need to Swagger UI's elements. */

const region = (ariaLabel) => ({ role: 'region', ariaLabel });

const PROPERTIES = [
  ['.examples-select-element', { ariaLabel: 'Example' }],
  ['.live-responses-table', { ariaLabel: 'Answer to your request' }],
  ['.servers select', { ariaLabel: 'Server' }],
  ['.body-param__text', { ariaLabel: 'Body' }],
  // Parts of the page outside its main part.
  ['.information-container', region('About the API')],
  ['.filter-container', region('Filter')],
  ['.scheme-container', region('Servers and key')],
  ['.models', region('Schemas')],
  [':is(h3.opblock-tag, .models > h4)', { ariaLevel: '2' }],
  ['.opblock-body h4', { ariaLevel: '3' }],
  ['.opblock-body h5', { ariaLevel: '4' }],
  ['.microlight', { tabIndex: 0 }],
];

/** Swagger UI makes these buttons of elements that keyboards do not reach. */
const SNIPPET_TAB = '.request-snippets .btn';

const describe = (root) => {
  for (const [selector, properties] of PROPERTIES) {
    for (const element of root.querySelectorAll(selector)) Object.assign(element, properties);
  }
  for (const field of root.querySelectorAll('tr[data-param-name] :is(input, select, textarea)')) {
    field.ariaLabel = field.closest('tr').dataset.paramName;
  }
  for (const tab of root.querySelectorAll(SNIPPET_TAB)) {
    const ariaPressed = tab.classList.contains('active');
    Object.assign(tab, { role: 'button', tabIndex: 0, ariaPressed });
  }
  // Several operations have such a table, and regions need different names.
  for (const table of root.querySelectorAll('.responses-table[role="region"]')) {
    table.ariaLabel = `Answers of ${table.closest('.opblock').id.split('-').at(-1)}`;
  }
};

const root = document.getElementById('reference');
new MutationObserver(() => describe(root)).observe(root, { childList: true, subtree: true });
root.addEventListener('keydown', ({ key, target }) => {
  if (key === 'Enter' && target.matches(SNIPPET_TAB)) target.click();
});
