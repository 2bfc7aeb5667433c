import { type Call, callOfStub } from './calls.ts';

/*
 * The program that uses a generated client, by generator. It makes all calls, and ends where one fails. Then it prints
 * two values of the stub's pets as it reads them: an int64, and a status of tomorrow.
 */

/** The text of a program that makes these calls. */
export type Program = (calls: readonly Call[]) => string;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const pascal = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase());
const camel = (name: string) => name.replace(/^./, (letter) => letter.toLowerCase());

/**
 * Fills a call into a form, such as `<tag>.<operation>(«<id>, »«ids: [<ids>]»)`: what is between « and » is left out
 * for a call that has no such value.
 */
const fill = (form: string, { contract, client, id, ids, body }: Call) => {
  const { operationId, tag, path, method } = contract;
  const values: Readonly<Record<string, string | undefined>> = {
    operation: operationId,
    OPERATION: pascal(operationId),
    _operation: snake(operationId),
    tag: camel(tag),
    TAG: tag,
    client,
    path,
    method,
    schema: body && camel(body.schema),
    name: id?.[0],
    NAME: id && pascal(id[0]),
    id: id?.[1],
    ids: ids?.join(', '),
    long: id?.[1].replace(/^\d+$/, '$&L'),
    longs: ids?.map((each) => `${each}L`).join(', '),
    SCHEMA: body?.schema,
    json: body?.json,
    text: JSON.stringify(body?.json),
  };
  const token = /<(\w+)>/g;
  const isMissing = ([, name = '']: RegExpMatchArray) => name in values && !values[name];
  return form
    .replace(/«(.*?)»/g, (_, part) => ([...part.matchAll(token)].some(isMissing) ? '' : part))
    .replace(token, (all, name) => values[name] ?? all)
    .replaceAll(/, (?=\)| \})/g, '');
};

/** Parameters that may be left out, where a language takes them by their order. */
const optional = ({ optional: names, ids }: Call, none: string, some: string) =>
  names.map((name) => `${name === 'ids' && ids ? some : none}, `).join('');

/** A line for each client, by its name and the environment variable of its address. */
const clients = (form: string): string =>
  [
    ['pets', 'BASE_URL'],
    ['quickstart', 'QUICKSTART_URL'],
    ['stub', 'STUB_URL'],
  ]
    .map((names) => form.replace(/<(\d)>/g, (_, index) => names[index] ?? ''))
    .join('\n');

/**
 * A program's text, from how it writes a call, and around that.
 * @param end of each line with a call
 */
const program =
  (
    write: (call: Call) => string,
    text: (calls: string, pets: string, tomorrow: string) => string,
    end = '',
  ): Program =>
  (calls) =>
    text(
      calls.map((call) => `${write(call)}${end}`).join('\n'),
      write(callOfStub('1')),
      write(callOfStub('2')),
    );

const form = (text: string) => (call: Call) => fill(text, call);

const pythonClient = form(
  `call("<tag>", "<_operation>", «<id>, »client=<client>, «ids=[<ids>], »«body=models.<SCHEMA>.from_dict(loads('<json>'))»)`,
);
export const openapiPythonClient = program(
  pythonClient,
  (calls, pets, tomorrow) => `
from importlib import import_module
from json import loads
from os import environ
from petstore import models
from petstore.client import AuthenticatedClient

${clients(`<0> = AuthenticatedClient(base_url=environ["<1>"], token=environ["API_KEY"])`)}

def call(tag, operation, *path, **words):
    answer = import_module(f"petstore.api.{tag}.{operation}").sync_detailed(*path, **words)
    assert answer.status_code < 300, answer
    return answer.parsed

${calls}
print("int64", ${pets}[0].category_id)
print("status", ${tomorrow}[0].status)
`,
);

const python = form(
  "petstore.<TAG>Api(<client>).<_operation>(«<id>, »«petstore.<SCHEMA>.from_dict(loads('<json>')), »«ids=[<ids>]»)",
);
export const openapiGeneratorPython = program(
  python,
  (calls, pets, tomorrow) => `
from json import loads
from os import environ
import petstore

def client(address):
    return petstore.ApiClient(petstore.Configuration(
        host=environ[address], access_token=environ["API_KEY"], ignore_operation_servers=True))

${clients(`<0> = client("<1>")`)}
${calls}
print("int64", ${pets}[0].category_id)
print("status", ${tomorrow}[0].status)
`,
);

const ruby = form(
  "Petstore::<TAG>Api.new(<client>).<_operation>(«<id>, »«Petstore::<SCHEMA>.build_from_hash(JSON.parse('<json>')), »«ids: [<ids>]»)",
);
export const openapiGeneratorRuby = program(
  ruby,
  (calls, pets, tomorrow) => `
require 'petstore'
require 'uri'

def client(address)
  address = URI(ENV.fetch(address))
  Petstore::ApiClient.new(Petstore::Configuration.new do |config|
    config.scheme, config.host, config.base_path = address.scheme, "#{address.host}:#{address.port}", address.path
    config.ignore_operation_servers = true
    config.access_token = ENV.fetch('API_KEY')
  end)
end

${clients(`<0> = client('<1>')`)}
${calls}
puts "int64 #{${pets}[0].category_id}"
puts "status #{${tomorrow}[0].status}"
`,
);

const php = form(
  "(new Petstore\\Api\\<TAG>Api(http('<client>'), client('<client>')))-><operation>(«<id>, »«read('<SCHEMA>', '<json>'), »«ids: [<ids>]»)",
);
export const openapiGeneratorPhp = program(
  php,
  (calls, pets, tomorrow) => `<?php
require_once 'GuzzleHttp/autoload.php';
spl_autoload_register(fn ($name) => include __DIR__ . '/petstore/lib/' . strtr(substr($name, strlen('Petstore\\\\')), '\\\\', '/') . '.php');

const ADDRESSES = [
${clients(`  '<0>' => '<1>',`)}
];
function client($name) {
    return (new Petstore\\Configuration())->setHost(getenv(ADDRESSES[$name]))->setAccessToken(getenv('API_KEY'));
}
function http($name) {
    $address = getenv(ADDRESSES[$name]);
    $stack = GuzzleHttp\\HandlerStack::create();
    // An operation with its own servers ignores setHost.
    $stack->push(GuzzleHttp\\Middleware::mapRequest(fn ($request) => $request->withUri(
        new GuzzleHttp\\Psr7\\Uri(preg_replace('~^https://quickstart.*?/v1~', $address, $request->getUri())))));
    return new GuzzleHttp\\Client(['handler' => $stack]);
}
function read($schema, $json) {
    return Petstore\\ObjectSerializer::deserialize(json_decode($json), "\\\\Petstore\\\\Model\\\\$schema");
}

${calls}
echo 'int64 ' . ${pets}[0]->getCategoryId() . "\\n";
echo 'status ' . ${tomorrow}[0]->getStatus() . "\\n";
`,
  ';',
);

const go = (imports: string, helpers: string, calls: string): string => `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	${imports}
	petstore "generated-clients/petstore"
)

var ctx = context.Background()

func read[T any](text string) (value T) {
	must(json.Unmarshal([]byte(text), &value))
	return
}

func must(err error) {
	if err != nil {
		log.Panic(err)
	}
}
${helpers}

func main() {
${clients(`<0> := client("<1>")`)}
${calls}
}
`;

const oapi = (call: Call) =>
  fill(
    `got(<client>.<OPERATION>WithResponse(ctx, «<id>, »${call.optional.length > 0 && !call.ids ? 'nil, ' : ''}«&petstore.ListPetsParams{Ids: &[]int64{<ids>}}, »«read[petstore.<SCHEMA>](\`<json>\`)»))`,
    call,
  );
export const oapiCodegen = program(oapi, (calls, pets, tomorrow) =>
  go(
    '"net/http"',
    `
func client(address string) *petstore.ClientWithResponses {
	made, err := petstore.NewClientWithResponses(os.Getenv(address), petstore.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
			return nil
		}))
	must(err)
	return made
}

type answer interface { StatusCode() int; GetBody() []byte }

func got[A answer](found A, err error) A {
	must(err)
	if found.StatusCode() >= 300 {
		log.Panicf("%s", found.GetBody())
	}
	return found
}`,
    `${calls}
fmt.Println("int64", (*${pets}.JSON200)[0].CategoryId)
fmt.Println("status", (*${tomorrow}.JSON200)[0].Status)`,
  ),
);

const generatorGo = (call: Call) =>
  fill(
    `${call.contract.success.body ? 'got' : 'done'}(<client>.<TAG>API.<OPERATION>(ctx, «<id>»)«.Ids([]int64{<ids>})»«.<SCHEMA>(read[petstore.<SCHEMA>](\`<json>\`))».Execute())`,
    call,
  );
export const openapiGeneratorGo = program(generatorGo, (calls, pets, tomorrow) =>
  go(
    '',
    `
func client(address string) *petstore.APIClient {
	made := petstore.NewConfiguration()
	made.Servers = petstore.ServerConfigurations{{URL: os.Getenv(address)}}
	made.OperationServers = nil
	made.AddDefaultHeader("Authorization", "Bearer "+os.Getenv("API_KEY"))
	return petstore.NewAPIClient(made)
}

func got[A, R any](found A, _ R, err error) A {
	must(err)
	return found
}

func done[R any](_ R, err error) { must(err) }`,
    `${calls}
fmt.Println("int64", ${pets}[0].CategoryId)
fmt.Println("status", ${tomorrow}[0].Status)`,
  ),
);

const ofOgen = (call: Call) => {
  const type = call.contract.operationId.startsWith('update')
    ? '<OPERATION>ApplicationJSON'
    : '<SCHEMA>';
  const parameters = '«<NAME>: <id>, »«Ids: []int64{<ids>}»';
  const last =
    call.id || call.optional.length > 0 ? `petstore.<OPERATION>Params{${parameters}}` : '';
  return fill(
    `got(<client>.<OPERATION>(ctx, «read[*petstore.${type}](\`<json>\`), »${last}))`,
    call,
  );
};
export const ogen = program(ofOgen, (calls, pets, tomorrow) =>
  go(
    '',
    `
type key struct{}

func (key) ApiKey(context.Context, petstore.OperationName) (petstore.ApiKey, error) {
	return petstore.ApiKey{Token: os.Getenv("API_KEY")}, nil
}

func client(address string) *petstore.Client {
	made, err := petstore.NewClient(os.Getenv(address), key{})
	must(err)
	return made
}

func got[A any](found A, err error) A {
	must(err)
	return found
}`,
    `${calls}
fmt.Println("int64", ${pets}.(*petstore.PetsHeaders).Response[0].CategoryId)
fmt.Println("status", ${tomorrow}.(*petstore.PetsHeaders).Response[0].Status)`,
  ),
);

/**
 * A program in TypeScript.
 * @param read how `got` reads an answer
 */
const typescript = (write: (call: Call) => string, head: string, read: string, client: string) =>
  program(
    (call) => `await got(${write(call)})`,
    (calls, pets, tomorrow) => `import assert from 'node:assert/strict';
${head}
const environment = (name: string): string => process.env[name] ?? '';
const headers = { Authorization: \`Bearer \${environment('API_KEY')}\` };
${read}
${clients(`const <0> = ${client};`)}
${calls}
console.log('int64', (${pets} as { categoryId: number }[])[0]?.categoryId);
console.log('status', (${tomorrow} as { status: string }[])[0]?.status);
`,
    ';',
  );

const DATA_OR_ERROR = `const got = async <Body>(sent: Promise<{ data?: Body; error?: unknown }>) => {
  const { data, error } = await sent;
  assert.equal(error, undefined);
  return data;
};`;

const hey = form(
  'petStore.<operation>({ client: <client>, «path: { <name>: <id> }, »«query: { ids: [<ids>] }, »«body: <json>» })',
);
export const heyApi = typescript(
  hey,
  "import { createClient } from './petstore/client/index.ts';\nimport * as petStore from './petstore/index.ts';",
  DATA_OR_ERROR,
  `createClient({ baseUrl: environment('<1>'), auth: environment('API_KEY') })`,
);

const openapiFetchCall = form(
  "<client>.<method>('<path>', { params: { «path: { <name>: <id> }, »«query: { ids: [<ids>] }» }, «body: <json>» })",
);
export const openapiFetch = typescript(
  openapiFetchCall,
  "import createClient from 'openapi-fetch';\nimport type { paths } from './petstore/paths.ts';",
  DATA_OR_ERROR,
  `createClient<paths>({ baseUrl: environment('<1>'), headers })`,
);

const orvalCall = (call: Call) =>
  fill(
    `petStore.<operation>(«<id>, »«<json>, »${call.hasQuery ? '{ «ids: [<ids>]» }, ' : ''}<client>)`,
    call,
  );
export const orval = typescript(
  orvalCall,
  "import * as petStore from './petstore/pet-store.ts';",
  `// Its functions ask fetch for a path alone.
const { fetch } = globalThis;
globalThis.fetch = (path, options) => fetch(\`\${(options as { baseUrl?: string }).baseUrl}\${path}\`, options);
const got = async <Answer extends { status: number; data: unknown }>(sent: Promise<Answer>) => {
  const { status, data } = await sent;
  assert.ok(status < 300, JSON.stringify(data));
  return data;
};`,
  `{ baseUrl: environment('<1>'), headers }`,
);

const generatorFetch = form(
  'new petStore.<TAG>Api(<client>).<operation>({ «<name>: <id>, »«ids: [<ids>], »«<schema>: petStore.<SCHEMA>FromJSON(<json>)» })',
);
export const openapiGeneratorTypescript = typescript(
  (call) => generatorFetch(call).replace('({  })', '()'),
  "import * as petStore from './petstore/index.ts';",
  'const got = <Body>(sent: Promise<Body>) => sent;\nassert.ok(got);',
  `new petStore.Configuration({ basePath: environment('<1>'), accessToken: environment('API_KEY') })`,
);

const rust = (call: Call) =>
  fill(
    `<tag>_api::<_operation>(&<client>, «<id>, »«read(r#"<json>"#), »${optional(call, 'None', 'Some(vec![<ids>])')}).await.unwrap()`,
    call,
  );
export const openapiGeneratorRust = program(
  rust,
  (calls, pets, tomorrow) => `use petstore::apis::*;

fn client(address: &str) -> configuration::Configuration {
    configuration::Configuration {
        base_path: std::env::var(address).unwrap(),
        bearer_access_token: Some(std::env::var("API_KEY").unwrap()),
        ..Default::default()
    }
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> T { serde_json::from_str(text).unwrap() }

#[tokio::main]
async fn main() {
${clients(`let <0> = client("<1>");`)}
${calls}
    println!("int64 {}", ${pets}[0].category_id);
    println!("status {}", ${tomorrow}[0].status);
}
`,
  ';',
);

const java = (call: Call) =>
  fill(
    `new <TAG>Api(<client>).<operation>(«<long>, »«read(<text>, <SCHEMA>.class), »${optional(call, 'null', 'List.of(<longs>)')})`,
    call,
  );
export const openapiGeneratorJava = program(
  java,
  (calls, pets, tomorrow) => `
import java.util.List;
import org.openapitools.client.*;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Walk {
  static ApiClient client(String address) {
    ApiClient made = new ApiClient();
    made.updateBaseUri(System.getenv(address));
    made.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("API_KEY")));
    return made;
  }

  static <T> T read(String text, Class<T> type) throws Exception {
    return new ApiClient().getObjectMapper().readValue(text, type);
  }

  public static void main(String[] words) throws Exception {
${clients(`var <0> = client("<1>");`)}
${calls}
    System.out.println("int64 " + ${pets}.get(0).getCategoryId());
    System.out.println("status " + ${tomorrow}.get(0).getStatus());
  }
}
`,
  ';',
);

const kotlin = form(
  '<TAG>Api(<client>).<operation>(«<long>, »«read<<SCHEMA>>("""<json>"""), »«ids = listOf(<longs>)»)',
);
export const openapiGeneratorKotlin = program(
  kotlin,
  (calls, pets, tomorrow) => `
import org.openapitools.client.apis.*
import org.openapitools.client.infrastructure.*
import org.openapitools.client.models.*

inline fun <reified T> read(text: String): T = Serializer.moshi.adapter(T::class.java).fromJson(text)!!

fun main() {
    ApiClient.accessToken = System.getenv("API_KEY")
${clients(`val <0> = System.getenv("<1>")`)}
${calls}
    println("int64 \${${pets}[0].categoryId}")
    println("status \${${tomorrow}[0].status}")
}
`,
);
