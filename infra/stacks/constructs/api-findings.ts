/** What rule packs find in an API, and why it is meant. */
export const FINDINGS = Object.entries({
  'AwsSolutions-COG4':
    'Clients are servers with API keys, not people who sign in: every method has the Lambda authorizer.',
  'AwsSolutions-APIG2':
    'Functions validate by the contract, with int64 whole, and name every fault in one Error. The gateway would name none.',
  'AwsSolutions-APIG6':
    'Execution logs may repeat parts of requests and of keys, which no log may hold. The access log, the logs of the functions and traces tell what failed.',
  'AwsSolutions-APIG3':
    'A text that is not a key is refused before a function runs, and accounts and methods are throttled. A stage with an addressLimit has a web ACL; its price is for the owner to choose.',
}).map(([id, reason]) => ({ id, reason }));
