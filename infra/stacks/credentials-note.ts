// Imported before the CDK, which takes a while to load. The CDK's command sets both variables. It
// would report the same, but only after synthesis.
if (process.env['CDK_CLI_VERSION'] && !process.env['CDK_DEFAULT_ACCOUNT']) {
  console.error(
    'There are no AWS credentials: cdk synth needs none, but cdk diff, deploy and destroy do. Sign in (aws sso login) or set AWS_PROFILE.',
  );
}
