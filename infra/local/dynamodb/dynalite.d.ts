declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** An implementation of DynamoDB's HTTP interface on LevelDB. Table times are milliseconds. */
  export default function dynalite(options: {
    readonly path?: string;
    readonly createTableMs?: number;
    readonly deleteTableMs?: number;
  }): Server;
}
