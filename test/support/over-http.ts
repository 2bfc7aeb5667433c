import type { ApiName } from '../../lib/http/contract.ts';
import { type Answer, call } from './client.ts';
import { type ExampleRequest, pathOf, type SentExample } from './examples.ts';

/** Sends examples over HTTP. */
export const overHttp =
  (baseUrls: Readonly<Record<ApiName, string>>, apiKey: string) =>
  async (request: ExampleRequest): Promise<Answer & SentExample> => {
    const { contract, query, headers, body } = request;
    const search = new URLSearchParams(query).toString();
    const answer = await call(
      `${pathOf(request)}${search && `?${search}`}`,
      { method: contract.method, headers, body },
      { baseUrl: baseUrls[contract.api], apiKey },
    );
    return { ...answer, header: (name) => answer.headers.get(name) ?? undefined };
  };
