import { readFileSync } from 'node:fs';
import {
  type App,
  type IPolicyValidationContext,
  type IPolicyValidationPlugin,
  type PolicyViolation,
  Validations,
} from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { limitFindings } from './aws-limits/findings.ts';

/** Fails synthesis where AWS would refuse a template during deployment. */
class AwsLimits implements IPolicyValidationPlugin {
  readonly name = 'AwsLimits';

  validate({ stackTemplates }: IPolicyValidationContext) {
    const violations = stackTemplates.flatMap(({ templatePath, stackConstructPath }) =>
      limitFindings(readFileSync(templatePath, 'utf8')).map(
        ({ level, message, fix, logicalId }): PolicyViolation => ({
          ruleName: 'AwsLimits',
          severity: level,
          description: `${stackConstructPath}, ${message} ${fix}`,
          violatingResources: [
            logicalId === undefined
              ? { constructPath: stackConstructPath, locations: [] }
              : { resourceLogicalId: logicalId, templatePath, locations: [] },
          ],
        }),
      ),
    );
    return { success: violations.every(({ severity }) => severity !== 'error'), violations };
  }
}

/**
 * Checks every resource of an app against AWS's limits, and cdk-nag's rules for solutions and for
 * serverless applications. Each finding fails synthesis, unless it is acknowledged with a reason
 * next to its construct.
 */
export const addRulePacks = (app: App): void =>
  Validations.of(app).addPlugins(
    new AwsLimits(),
    new AwsSolutionsChecks(app),
    new ServerlessChecks(app),
  );
