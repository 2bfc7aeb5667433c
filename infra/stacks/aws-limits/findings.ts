import { LIMITS, WHOLE } from './limits.ts';
import { parseTemplate } from './parsed-template.ts';

/** What a limit has to say of one thing. */
export interface LimitFinding {
  /** From 90% of a limit on it is a warning. */
  readonly level: 'error' | 'warning';
  /** The logical id of the resource, or undefined if it is the stack as a whole. */
  readonly logicalId: string | undefined;
  /** One line: how many there are, how many AWS takes, where AWS says it. */
  readonly message: string;
  readonly fix: string;
}

/** Where warnings begin. */
const WARNING_SHARE = 0.9;

/**
 * What a template has more of than AWS takes, and what it nearly has.
 * @param text the template, as JSON
 * @throws ZodError if it is not a template
 */
export const limitFindings = (text: string): readonly LimitFinding[] => {
  const template = parseTemplate(text);
  return LIMITS.flatMap(({ what, least = 0, most, source, fix, count }) =>
    count(template)
      .filter(([, counted]) => counted < least || counted >= WARNING_SHARE * most)
      .map(([where, counted]): LimitFinding => {
        const bound = counted < least ? `no fewer than ${least}` : `no more than ${most}`;
        return {
          level: counted < least || counted > most ? 'error' : 'warning',
          logicalId: where === WHOLE ? undefined : where,
          message: `${where}: ${counted} ${what}, and AWS takes ${bound} ("${source}").`,
          fix,
        };
      }),
  );
};
