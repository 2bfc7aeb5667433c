import {
  createFunctionPool,
  type FunctionPool,
  type FunctionPoolOptions,
} from './function-pool.ts';
import type { Invoke } from './invocation.ts';
import type { LambdaFunction, NotEmulated } from './lambda-functions.ts';

/** Every function of a stack, ready to be invoked. */
export interface LambdaService {
  readonly invoke: Invoke;
  close(): Promise<void>;
}

/** Creates a pool of instances for each function. Instances start at the first event. */
export const createLambdaService = (
  functions: readonly (LambdaFunction | NotEmulated)[],
  options: FunctionPoolOptions,
): LambdaService => {
  const pools = new Map(
    functions.map((one) => [
      one.name,
      'reason' in one ? refuse(one) : createFunctionPool(one, options),
    ]),
  );
  return {
    invoke: async (functionName, event, requestId) => {
      const pool = pools.get(functionName);
      if (!pool) throw new Error(`there is no function ${functionName}`);
      return pool.invoke(event, requestId);
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
};

const refuse = ({ reason }: NotEmulated): FunctionPool => ({
  invoke: async () => ({ kind: 'not-emulated', reason }),
  close: async () => {},
});
