import { LIMITS, WHOLE } from './limits.ts';
import { parseTemplate } from './parsed-template.ts';

/** A finding about one resource. */
export interface LimitFinding {
  /** A little before a limit it is a warning. */
  readonly level: 'error' | 'warning';
  /** The logical id of the resource, or undefined if it is the stack as a whole. */
  readonly logicalId: string | undefined;
  /** One line: how many there are, how many AWS allows, and the title of AWS's page. */
  readonly message: string;
  readonly fix: string;
}

/** The share of a limit from which on there is a warning. */
const WARNING_SHARE = 0.9;

/**
 * Finds where a template exceeds a limit of AWS, or nearly does.
 * @param text the template, as JSON
 * @throws ZodError if it is not a template
 */
export const limitFindings = (text: string): readonly LimitFinding[] => {
  const template = parseTemplate(text);
  return LIMITS.flatMap(
    ({ what, least = 0, most, warnFrom = WARNING_SHARE * most, source, fix, count }) =>
      count(template)
        .filter(([, counted]) => counted < least || counted >= warnFrom)
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
