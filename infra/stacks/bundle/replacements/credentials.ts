/**
 * Stands in for the SDK's chain of credential providers in bundles: what is left of it is its first
 * link, the environment ("Defined runtime environment variables", Lambda Developer Guide).
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
