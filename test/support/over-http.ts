import type { ApiName } from '../../lib/http/contract.ts';
import { type Answer, call } from './client.ts';
import { type ExampleRequest, pathOf, type SentExample } from './examples.ts';

/**
 * A mock stores nothing, so it cannot know which success of an operation is right: it takes the one
 * that Prefer names.
 */
const isMock = process.env['MOCK'] !== undefined;

/** Sends examples over HTTP. */
export const overHttp =
  (baseUrls: Readonly<Record<ApiName, string>>, apiKey: string) =>
  async (request: ExampleRequest): Promise<Answer & SentExample> => {
    const { contract, query, body } = request;
    const headers = { ...request.headers, ...(isMock && { Prefer: `code=${request.status}` }) };
    const search = new URLSearchParams(query).toString();
    const answer = await call(
      `${pathOf(request)}${search && `?${search}`}`,
      { method: contract.method, headers, body },
      { baseUrl: baseUrls[contract.api], apiKey },
    );
    return { ...answer, header: (name) => answer.headers.get(name) ?? undefined };
  };
