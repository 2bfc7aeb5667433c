/** Adds the names and roles that screen readers need to Swagger UI's elements. */

const NAMES = [
  ['.examples-select-element', 'Example'],
  ['.content-type', 'Content type'],
  ['.live-responses-table', 'Answer to your request'],
  ['.servers select', 'Server'],
  ['.body-param__text', 'Body'],
];

/** Parts of the page outside its main part, by the names that they get. */
const REGIONS = [
  ['.information-container', 'About the API'],
  ['.filter-container', 'Filter'],
  ['.scheme-container', 'Servers and key'],
  ['.models', 'Schemas'],
];

const LEVELS = [
  [':is(h3.opblock-tag, .models > h4)', '2'],
  ['.opblock-body h4', '3'],
  ['.opblock-body h5', '4'],
];

const describe = (root) => {
  for (const [selector, label] of NAMES) {
    for (const element of root.querySelectorAll(selector)) element.ariaLabel = label;
  }
  for (const [selector, label] of REGIONS) {
    for (const element of root.querySelectorAll(selector)) {
      Object.assign(element, { role: 'region', ariaLabel: label });
    }
  }
  for (const [selector, level] of LEVELS) {
    for (const heading of root.querySelectorAll(selector)) heading.ariaLevel = level;
  }
  for (const field of root.querySelectorAll('tr[data-param-name] :is(input, select, textarea)')) {
    field.ariaLabel = field.closest('tr').dataset.paramName;
  }
  // Several operations have such a table, and regions need different names.
  for (const table of root.querySelectorAll('.responses-table[role="region"]')) {
    table.ariaLabel = `Answers of ${table.closest('.opblock').id.split('-').at(-1)}`;
  }
  for (const code of root.querySelectorAll(':is(.microlight, .snippets pre)')) code.tabIndex = 0;
};

const root = document.getElementById('reference');
new MutationObserver(() => describe(root)).observe(root, { childList: true, subtree: true });
