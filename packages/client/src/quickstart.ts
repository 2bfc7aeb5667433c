import { type CreateOptions, once } from './idempotency.ts';
import { type ClientOptions, createSend, type Send } from './send.ts';
import type { Message, NewMessage } from './types.ts';

/** A client of the quickstart's address, which is not that of the pets. */
export class Quickstart {
  readonly #send: Send<'/messages'>;

  /** @throws TypeError if the address or the key is missing, or cannot be one */
  constructor(options: ClientOptions) {
    this.#send = createSend(options);
  }

  /**
   * Sends a first message. It proves that key and JSON work.
   * @throws PetStoreError
   */
  async createMessage(message: NewMessage, options: CreateOptions = {}): Promise<Message> {
    return (await this.#send('POST', '/messages', { body: message }, once(options))).body;
  }
}
