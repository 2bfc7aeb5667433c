import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/**
 * Checks every resource of an app against cdk-nag's rules for solutions and for serverless
 * applications. Each finding fails synthesis, unless it is acknowledged with a reason next to its
 * construct.
 */
export const addRulePacks = (app: App): void =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
