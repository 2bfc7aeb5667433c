/**
 * Replaces the SDK's chain of credential providers in bundles by its first provider, the
 * environment ("Defined runtime environment variables", Lambda Developer Guide).
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
