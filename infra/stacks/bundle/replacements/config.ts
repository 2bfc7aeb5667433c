import {
  fromStatic,
  type LoadedConfigSelectors,
  type LocalConfigOptions,
  type loadConfig as loadSharedConfig,
  memoize,
  type resolveDefaultsModeConfig as resolveSharedDefaultsMode,
} from '@smithy/core/config';

export * from '@smithy/core/config';

/**
 * Replaces the SDK's lookup of settings in bundles: the environment, then the default. A function
 * has no `~/.aws` between the two. A value that cannot be read is an error.
 */
export const loadConfig: typeof loadSharedConfig = <Value>(
  { environmentVariableSelector, default: otherwise }: LoadedConfigSelectors<Value>,
  options?: LocalConfigOptions,
) =>
  memoize(
    async () =>
      environmentVariableSelector(process.env, options) ?? (await fromStatic(otherwise)()),
  );

/** The mode that some defaults depend on, none of ours. It is the SDK's own default, without a lookup. */
export const resolveDefaultsModeConfig: typeof resolveSharedDefaultsMode = () =>
  fromStatic('legacy');
