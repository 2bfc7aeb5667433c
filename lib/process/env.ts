/** @throws Error if it is missing or empty, so that a wrong deployment fails at init */
export const requireEnv = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is missing`);
  return value;
};

/** The methods that each route takes, as JSON: `{"/pets":"GET, POST"}`. */
export const ROUTES_ENV = 'ROUTES';

/** What the probe asks, as JSON: `[{"method":"GET","url":"https://…/v1/pets"}]`. */
export const PROBES_ENV = 'PROBES';

/** Where the end of a deprecated operation is explained: a URL. */
export const DEPRECATION_PAGE_ENV = 'DEPRECATION_PAGE';

/** What an API key of this deployment begins with: `pet_live_` or `pet_test_`. */
export const KEY_PREFIX_ENV = 'API_KEY_PREFIX';

/** What an account of each plan may send, as JSON: `{"standard":{"rate":20,"burst":20},…}`. */
export const ACCOUNT_PLANS_ENV = 'ACCOUNT_PLANS';

/** Only the local server sets it: webhooks may then send to this machine, also by http and to any port. */
export const LOOPBACK_TARGETS_ENV = 'LOOPBACK_TARGETS';

/** The function that delivers to a webhook: its name or ARN, with the alias. */
export const DELIVER_WEBHOOK_ENV = 'DELIVER_WEBHOOK';

export const allowsLoopbackTargets = (): boolean => process.env[LOOPBACK_TARGETS_ENV] === 'allowed';
