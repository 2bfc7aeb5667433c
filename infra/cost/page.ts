import { operations } from '../../functions/operations.ts';
import { capitalise } from '../stacks/constructs/capitalise.ts';
import { CAPACITY, CHANGES, WITH_KEY } from './capacity.ts';
import { billedMilliseconds, type Cost, costOf, durationCost, totalOf } from './cost.ts';
import { fixedPrices, fixedSection } from './fixed-section.ts';
import { ASSUMED, MEASURED, MEMORY, MILLISECONDS } from './measurements.ts';
import { PRICES, PRICES_OF } from './prices.ts';
import { writeUnits } from './write-units.ts';

/** What each row of the page is called; it begins with the operation's id. */
const ROWS = [
  ['list20', '`listPets`, 20 pets'],
  ['list100', '`listPets`, 100 pets'],
  ['list20OfStatus', '`listPets` of a status, 20 pets'],
  ['list100OfStatus', '`listPets` of a status, 100 pets'],
  ['list20OfCategory', '`listPets` of a category, 20 pets'],
  ['list100OfCategory', '`listPets` of a category, 100 pets'],
  ['list1ById', '`listPets` of one id'],
  ['list20ByIds', '`listPets` of 20 ids'],
  ['list100ByIds', '`listPets` of 100 ids'],
  ['getPet', '`getPet`'],
  ['createPet', '`createPet`'],
  ['updatePet', '`updatePet`'],
  ['updatePetStatus', '`updatePet`, another status'],
  ['deletePet', '`deletePet`'],
  ['placeOrder', '`placeOrder`'],
  ['completeOrder', '`completeOrder`'],
  ['cancelOrder', '`cancelOrder`'],
  ['getOrder', '`getOrder`'],
  ['listOrders20', '`listOrders`, 20 orders'],
  ['listOrders100', '`listOrders`, 100 orders'],
  ['listOrders20OfStatus', '`listOrders` of a status, 20 orders'],
  ['listOrders100OfStatus', '`listOrders` of a status, 100 orders'],
  ['putCategory', '`putCategory`'],
  ['getCategory', '`getCategory`'],
  ['listCategories', '`listCategories`'],
  ['deleteCategory', '`deleteCategory`'],
  ['createMessage', '`createMessage`'],
] as const;

/** Operations that nobody has measured yet, which the page must not pass over in silence. */
const unmeasured = (): readonly string[] =>
  operations
    .map(({ operationId }) => `\`${operationId}\``)
    .filter((name) => !ROWS.some(([, row]) => row.startsWith(name)));

const unmeasuredNote = (): string =>
  unmeasured().length === 0
    ? ''
    : `Not measured yet: ${unmeasured().join(', ')}. Count units in \`test/dynamodb-local\`, measure time with
\`node test/invocation/measure.ts\`, and write both into \`infra/cost\`.

`;

const COLUMNS: Readonly<Record<keyof Cost, string>> = {
  gateway: 'API Gateway',
  lambda: 'Lambda',
  dynamodb: 'DynamoDB',
  authorizer: 'Authorizer',
  logs: 'Logs',
  traces: 'Traces',
};

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

/** A Markdown table; columns of numbers stand to the right. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const costTable = (): string =>
  table(
    ['Operation', ...Object.values(COLUMNS), '**Together**'],
    ROWS.map(([work, name]) => {
      const cost = costOf(work);
      const parts = [cost.gateway, cost.lambda, cost.dynamodb, cost.authorizer];
      const all = [...parts, cost.logs, cost.traces].map(dollars);
      return [name, ...all, `**${dollars(totalOf(cost))}**`];
    }),
  );

const usageTable = (): string =>
  table(
    ['Work', 'Measured', 'Charged', 'Read units', 'Write units'],
    [...ROWS, ['authorizer', 'the authorizer'] as const].map(([work, name]) => [
      name,
      `${MILLISECONDS[work].toFixed(1)} ms`,
      `${billedMilliseconds(work)} ms`,
      String(CAPACITY[work].readUnits),
      String(writeUnits(CAPACITY[work])),
    ]),
  );

const changesTable = (): string =>
  table(
    ['Change', 'Read units', 'Write units', 'Of these for lists by category'],
    Object.entries(CHANGES).map(([name, capacity]) => [
      name.replace(/^\w+/, (operationId) => `\`${operationId}\``),
      String(capacity.readUnits),
      String(writeUnits(capacity)),
      String(writeUnits(capacity, (target) => target.startsWith('pets.byCategory'))),
    ]),
  );

const priceList = (): string =>
  Object.values(PRICES)
    .map(({ what, dollars: price, per, page, readIn }) => {
      const amount = `$${price} for a ${per}`;
      return `- ${capitalise(what)}: ${amount}. It is on “${page}”; read in ${readIn}.`;
    })
    .join('\n');

/** What an idempotency key adds to a create: write units, and dollars for a million. */
const keyed = (work: keyof typeof WITH_KEY) => {
  const units = writeUnits(WITH_KEY[work].first) - writeUnits(CAPACITY[work]);
  return { units, price: dollars(units * PRICES.writeUnit.dollars) };
};
const keyedPet = keyed('createPet');
const keyedOrder = keyed('placeOrder');

/** The page of costs, as Markdown. */
export const costPage = (): string => `# Cost

What a million requests of each operation cost in us-east-1, in US dollars, without taxes and free
tiers. \`npm run generate\` computes this page from the files in \`infra/cost\`; it is not written by hand.

${costTable()}

${unmeasuredNote()}API Gateway's price for a REST API is most of it. Time matters little: ten milliseconds more of a
function are ${dollars(durationCost(10))} a million. With an \`Idempotency-Key\` the record of the key and the
pet are one transaction: ${keyedPet.units} write units more for a pet of less than 1 KB, ${keyedPet.price} a million, and no
round trip more. \`placeOrder\` is a transaction anyway: a key adds ${keyedOrder.units} units, ${keyedOrder.price} a million.
\`ids\` costs a read unit for each pet.

${fixedSection()}
## What is used

${usageTable()}

- **Measured**: the median processor time of warm invocations of the deployed bundles
  (\`node test/invocation/measure.ts\`), ${MEASURED}.
  Lambda's arm64 processors at ${MEMORY * 1024} MB differ: this is an estimate.
- **Charged**: that and ${ASSUMED.tripToDynamoDB} ms for each round trip to DynamoDB, which are assumed; every millisecond begun.
- **Units**: counted by \`test/dynamodb-local\` on AWS's DynamoDB Local, by table and index, with pets of about 234
  bytes and orders of about 170. A transaction is charged [as AWS does](#what-a-change-writes).

## What a change writes

A change of a pet writes its indexes too: by status, by category, and by category and status
([decision 22](decisions/0022-pets-by-category.md)). In a transaction (orders, deletes, a create with a key)
AWS charges the tables twice and the indexes once (“Amazon DynamoDB Transactions: How it works”;
[measured on AWS](https://github.com/nubo-db/dynoxide/pull/188)). DynamoDB Local reports four times each,
so the tests count the parts, and this page adds them up as AWS does. Items are of less than 1 KB.

${changesTable()}

## What is assumed

- ${ASSUMED.cachedKeys * 100} of 100 requests carry a key that API Gateway has in its cache of 60 s: ten a minute from each
  key. The rest run the authorizer, which is the column of that name.
- A request leaves ${ASSUMED.accessLog} bytes in the access log, and each invocation ${ASSUMED.invocationLog} bytes of Lambda's own lines.
- X-Ray records ${ASSUMED.traced * 100} of 100 requests, as its default rule does beyond the first of each second.
- Left out: cold starts, stored logs, and in the first table what is paid without a request or by the gigabyte.

## Prices

Looked up on ${PRICES_OF}, **not on AWS's pricing pages themselves**, whose numbers no copy at hand
held: API Gateway's is from a whitepaper of AWS, the others are accounts of third parties. Look at
AWS's own pages before you count on them; a price that changed is fixed in \`infra/cost/prices.ts\`.

${priceList()}
${fixedPrices()}
`;
