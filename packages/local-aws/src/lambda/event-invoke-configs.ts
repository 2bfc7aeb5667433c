import * as z from 'zod';
import { type StackTemplate, withDependencies } from '../cloudformation/template.ts';
import { nameOfFunction } from './function-reference.ts';

/** How long and how often Lambda tries an asynchronous event. */
export interface EventInvokeConfig {
  /** Retries after the first attempt. */
  readonly maxRetries: number;
  /** The age at which an event is dropped, in s. */
  readonly maxAgeSeconds: number;
}

/** What a function without a setting has. Lambda Developer Guide, "How Lambda handles errors and retries with asynchronous invocation". */
export const DEFAULT_CONFIG: EventInvokeConfig = { maxRetries: 2, maxAgeSeconds: 21_600 };

const configSchema = z.object({
  FunctionName: z.string(),
  MaximumEventAgeInSeconds: z.number().default(DEFAULT_CONFIG.maxAgeSeconds),
  MaximumRetryAttempts: z.number().default(DEFAULT_CONFIG.maxRetries),
});

/**
 * Reads the settings of a stack's functions by their names, whichever alias or version they are for.
 * CloudFormation Template Reference, "AWS::Lambda::EventInvokeConfig".
 * @throws TemplateError if one cannot be read
 */
export const readEventInvokeConfigs = (
  template: StackTemplate,
): ReadonlyMap<string, EventInvokeConfig> =>
  new Map(
    withDependencies(template).flatMap((stack) =>
      stack.logicalIds('AWS::Lambda::EventInvokeConfig').map((logicalId) => {
        const declared = stack.read(logicalId, configSchema);
        return [
          nameOfFunction(declared.FunctionName) ?? declared.FunctionName,
          {
            maxRetries: declared.MaximumRetryAttempts,
            maxAgeSeconds: declared.MaximumEventAgeInSeconds,
          },
        ] as const;
      }),
    ),
  );
