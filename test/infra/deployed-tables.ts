/**
 * The tables that stages were deployed with: logical id, keys with their types, and indexes. To
 * CloudFormation a table with another id, name or key is another table: it makes an empty one, and the
 * service forgets the old one's data, even where the old one is kept.
 */
export const DEPLOYED_TABLES: Readonly<Record<string, string>> = {
  TablesPetsD2B49199: 'idRange N, id N; byStatus: status S, id N',
  TablesCountersF3818E58: 'name S',
  TablesAccounts2D520C9A: 'accountId S',
  TablesApiKeys330F873D: 'keyHash S',
  TablesMessages5F3A57D1: 'id S',
  TablesIdempotencyKeys202702E1: 'id S',
};
