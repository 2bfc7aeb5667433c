import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/**
 * Holds every resource of an app against AWS's rules for solutions and for serverless ones: synthesis
 * fails with each finding that is not acknowledged, with its reason, next to its construct.
 */
export const addRulePacks = (app: App): void =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
