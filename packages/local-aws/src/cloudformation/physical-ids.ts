/** The region that a stack is given. */
export const region = 'us-east-1';

/** The account that a stack is given. */
export const accountId = '000000000000';

/**
 * The pseudo parameters that do not depend on the stack.
 * AWS CloudFormation User Guide, "Get AWS values using pseudo parameters".
 */
export const pseudoParameters: ReadonlyMap<string, string> = new Map([
  ['AWS::Region', region],
  ['AWS::AccountId', accountId],
  ['AWS::Partition', 'aws'],
  ['AWS::URLSuffix', 'localhost'],
]);

/** The ARN of a stack. The part that AWS generates is always the same here. */
export const stackId = (stackName: string): string => {
  const unique = '00000000-0000-0000-0000-000000000000';
  return `arn:aws:cloudformation:${region}:${accountId}:stack/${stackName}/${unique}`;
};

/** The property with which a template sets the name of a resource, by type. */
export const nameProperties: ReadonlyMap<string, string> = new Map([
  ['AWS::ApiGateway::Stage', 'StageName'],
  ['AWS::DynamoDB::GlobalTable', 'TableName'],
  ['AWS::DynamoDB::Table', 'TableName'],
  ['AWS::IAM::Role', 'RoleName'],
  ['AWS::Lambda::Alias', 'Name'],
  ['AWS::Lambda::Function', 'FunctionName'],
  ['AWS::Logs::LogGroup', 'LogGroupName'],
]);

/**
 * The value of `Ref` for a resource without a name in the template: `<stack>-<logicalId>`. A
 * RestApi has an id of at most ten characters, as on AWS. It is the END of its logical id, where
 * CDK puts the hash that differs between two APIs.
 */
export const generatedName = (type: string, logicalId: string, stackName: string): string => {
  if (type === 'AWS::ApiGateway::RestApi') return logicalId.toLowerCase().slice(-10);
  if (type.startsWith('AWS::ApiGateway::')) return logicalId;
  return `${stackName}-${logicalId}`;
};

/** The value of `Fn::GetAtt` for a resource with a name, or undefined if the attribute is not known here. */
export const attributeOf = (type: string, attribute: string, name: string): string | undefined => {
  switch (`${type} ${attribute}`) {
    case 'AWS::ApiGateway::RestApi RootResourceId':
      return rootResourceId(name);
    case 'AWS::DynamoDB::GlobalTable Arn':
    case 'AWS::DynamoDB::Table Arn':
      return tableArn(name);
    // The label is the time at which a stream was enabled.
    case 'AWS::DynamoDB::GlobalTable StreamArn':
    case 'AWS::DynamoDB::Table StreamArn':
      return `${tableArn(name)}/stream/2000-01-01T00:00:00.000`;
    case 'AWS::IAM::Role Arn':
      return `arn:aws:iam::${accountId}:role/${name}`;
    case 'AWS::Lambda::Function Arn':
      return functionArn(name);
    case 'AWS::Logs::LogGroup Arn':
      return `arn:aws:logs:${region}:${accountId}:log-group:${name}:*`;
    default:
      return undefined;
  }
};

/** The ARN of a function, or of an alias when `<function>:<alias>` is its name. */
export const functionArn = (name: string): string => {
  return `arn:aws:lambda:${region}:${accountId}:function:${name}`;
};

const tableArn = (name: string): string => `arn:aws:dynamodb:${region}:${accountId}:table/${name}`;

/** The id of an API's resource `/`, which no template declares. */
export const rootResourceId = (restApiId: string): string => {
  return `${restApiId}-root`;
};
