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

/** Fails synthesis where AWS would refuse what a template makes, which a deployment would find out on its way. */
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
 * Holds every resource of an app against AWS's limits, and its rules for solutions and for serverless ones: synthesis
 * fails with each finding that is not acknowledged, with its reason, next to its construct.
 */
export const addRulePacks = (app: App): void =>
  Validations.of(app).addPlugins(
    new AwsLimits(),
    new AwsSolutionsChecks(app),
    new ServerlessChecks(app),
  );
