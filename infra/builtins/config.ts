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
 * Stands in for the SDK's lookup of settings in bundles: the environment, then the default. A function
 * has no `~/.aws` between the two.
 */
export const loadConfig: typeof loadSharedConfig = <Value>(
  { environmentVariableSelector, default: otherwise }: LoadedConfigSelectors<Value>,
  options?: LocalConfigOptions,
) =>
  memoize(
    async () =>
      environmentVariableSelector(process.env, options) ?? (await fromStatic(otherwise)()),
  );

/** The mode that some defaults depend on: the SDK's own default, without that lookup. */
export const resolveDefaultsModeConfig: typeof resolveSharedDefaultsMode = () =>
  fromStatic('legacy');
