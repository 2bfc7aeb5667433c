import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SNSClient } from '@aws-sdk/client-sns';
import { Command, Option } from 'commander';
import { openDeployedStage } from '../operator/stage/deployed-stage.ts';
import { reportError } from '../operator/terminal/errors.ts';
import { ALARM_TOPIC_OUTPUT } from '../stacks/names.ts';
import { STAGES, type Stage } from '../stacks/stages.ts';
import { report, STAGE_FACTS } from './stage-facts.ts';

const program = new Command('npm run verify --')
  .description('Checks that streams and alarms of a stage work. It writes nothing.')
  .addOption(new Option('--stage <stage>').choices(Object.keys(STAGES)).makeOptionMandatory())
  .addHelpText(
    'after',
    `
It uses the AWS credentials and the region of the environment. npx cdk drift compares the stage with its template.

Exit status: 0 all is as expected, 1 something differs or cannot be seen, 2 invalid arguments.`,
  )
  .exitOverride();

try {
  const { stage } = program.parse().opts<{ readonly stage: Stage }>();
  const { client, table, output } = await openDeployedStage(stage);
  const where = {
    stage,
    client,
    dynamoDb: new DynamoDBClient(),
    lambda: new LambdaClient(),
    sns: new SNSClient(),
    table,
    topic: output(ALARM_TOPIC_OUTPUT),
  };
  const { text, agrees } = await report(STAGE_FACTS, where);
  console.log(text);
  process.exitCode = agrees ? 0 : 1;
} catch (error) {
  process.exitCode = reportError('verify', error);
}
