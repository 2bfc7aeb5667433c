/**
 * Stands in for the SDK's cache of discovered endpoints in bundles. It stays empty: discovery is off
 * unless a function's environment asks for it, which ours do not.
 */
export class EndpointCache {}
