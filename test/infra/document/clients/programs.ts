import { type Call, TOMORROW } from './calls.ts';

/*
 * The program that uses a generated client, by generator. It makes all calls, and ends where one fails. Then it prints
 * four values as it reads them: an int64 of a pet, and the code, event and status that the server of tomorrow answers.
 */

/** The text of a program that makes these calls and reads this pet. */
export type Program = (calls: readonly Call[], getPet: Call) => string;

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

/** A line for each client, by its name and the environment variables of its address and key. */
const clients = (form: string): string =>
  [
    ['owner', 'BASE_URL', 'API_KEY'],
    ['customer', 'BASE_URL', 'CUSTOMER_KEY'],
    ['quickstart', 'QUICKSTART_URL', 'API_KEY'],
    ['stub', 'STUB_URL', 'API_KEY'],
  ]
    .map((names) => form.replace(/<(\d)>/g, (_, index) => names[index] ?? ''))
    .join('\n');

const { createPet, listEvents, listPets } = TOMORROW;

/** A program's text, from how it writes a call, and around that. */
const program =
  (
    write: (call: Call) => string,
    text: (lines: (line: (call: Call, written: string) => string) => string, pet: string) => string,
  ): Program =>
  (calls, getPet) =>
    text((line) => calls.map((call) => line(call, write(call))).join('\n'), write(getPet));

const plain = (_call: Call, written: string) => written;
const form = (text: string) => (call: Call) => fill(text, call);

const pythonClient = form(
  `call("<tag>", "<_operation>", «<id>, »client=<client>, «ids=[<ids>], »«body=models.<SCHEMA>.from_dict(loads('<json>'))»)`,
);
export const openapiPythonClient = program(
  pythonClient,
  (lines, pet) => `
from importlib import import_module
from json import loads
from os import environ
from petstore import models
from petstore.client import AuthenticatedClient

${clients(`<0> = AuthenticatedClient(base_url=environ["<1>"], token=environ["<2>"])`)}

def call(tag, operation, *path, **words):
    answer = import_module(f"petstore.api.{tag}.{operation}").sync_detailed(*path, **words)
    assert answer.status_code < 300 or words["client"] is stub, answer
    return answer.parsed

${lines(plain)}
print("int64", ${pet}.category_id)
print("code", ${pythonClient(createPet)}.code)
print("event", ${pythonClient(listEvents)}[0].type_)
print("status", ${pythonClient(listPets)}[0].status)
`,
);

const python = form(
  "petstore.<TAG>Api(<client>).<_operation>(«<id>, »«petstore.<SCHEMA>.from_dict(loads('<json>')), »«ids=[<ids>]»)",
);
export const openapiGeneratorPython = program(
  python,
  (lines, pet) => `
from json import loads
from os import environ
import petstore

def client(address, key):
    return petstore.ApiClient(petstore.Configuration(
        host=environ[address], access_token=environ[key], ignore_operation_servers=True))

${clients(`<0> = client("<1>", "<2>")`)}
${lines(plain)}
print("int64", ${pet}.category_id)
try:
    ${python(createPet)}
except petstore.ApiException as error:
    print("code", error.data.code)
print("event", ${python(listEvents)}[0].type)
print("status", ${python(listPets)}[0].status)
`,
);

const ruby = form(
  "Petstore::<TAG>Api.new(<client>).<_operation>(«<id>, »«Petstore::<SCHEMA>.build_from_hash(JSON.parse('<json>')), »«ids: [<ids>]»)",
);
export const openapiGeneratorRuby = program(
  ruby,
  (lines, pet) => `
require 'petstore'
require 'uri'

def client(address, key)
  address = URI(ENV.fetch(address))
  Petstore::ApiClient.new(Petstore::Configuration.new do |config|
    config.scheme, config.host, config.base_path = address.scheme, "#{address.host}:#{address.port}", address.path
    config.ignore_operation_servers = true
    config.access_token = ENV.fetch(key)
  end)
end

${clients(`<0> = client('<1>', '<2>')`)}
${lines(plain)}
puts "int64 #{${pet}.category_id}"
begin
  ${ruby(createPet)}
rescue Petstore::ApiError => error
  puts "code #{JSON.parse(error.response_body)['code']}"
end
puts "event #{${ruby(listEvents)}[0].type}"
puts "status #{${ruby(listPets)}[0].status}"
`,
);

const php = form(
  "(new Petstore\\Api\\<TAG>Api(http('<client>'), client('<client>')))-><operation>(«<id>, »«read('<SCHEMA>', '<json>'), »«ids: [<ids>]»)",
);
export const openapiGeneratorPhp = program(
  php,
  (lines, pet) => `<?php
require_once 'GuzzleHttp/autoload.php';
spl_autoload_register(fn ($name) => include __DIR__ . '/petstore/lib/' . strtr(substr($name, strlen('Petstore\\\\')), '\\\\', '/') . '.php');

const CLIENTS = [
${clients(`  '<0>' => ['<1>', '<2>'],`)}
];
function client($name) {
    [$address, $key] = CLIENTS[$name];
    return (new Petstore\\Configuration())->setHost(getenv($address))->setAccessToken(getenv($key));
}
function http($name) {
    $address = getenv(CLIENTS[$name][0]);
    $stack = GuzzleHttp\\HandlerStack::create();
    // An operation with its own servers ignores setHost.
    $stack->push(GuzzleHttp\\Middleware::mapRequest(fn ($request) => $request->withUri(
        new GuzzleHttp\\Psr7\\Uri(preg_replace('~^https://quickstart.*?/v1~', $address, $request->getUri())))));
    return new GuzzleHttp\\Client(['handler' => $stack]);
}
function read($schema, $json) {
    return Petstore\\ObjectSerializer::deserialize(json_decode($json), "\\\\Petstore\\\\Model\\\\$schema");
}

${lines((_, written) => `${written};`)}
echo 'int64 ' . ${pet}->getCategoryId() . "\\n";
try {
    ${php(createPet)};
} catch (Petstore\\ApiException $error) {
    echo 'code ' . $error->getResponseObject()->getCode() . "\\n";
}
echo 'event ' . ${php(listEvents)}[0]->getType() . "\\n";
echo 'status ' . ${php(listPets)}[0]->getStatus() . "\\n";
`,
);

const go = (imports: string, helpers: string, lines: string): string => `package main

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
${clients(`<0> := client("<1>", "<2>")`)}
${lines}
}
`;

const oapi = (call: Call) =>
  fill(
    `got(<client>.<OPERATION>WithResponse(ctx, «<id>, »${call.optional.length > 0 && !call.ids ? 'nil, ' : ''}«&petstore.ListPetsParams{Ids: &[]int64{<ids>}}, »«read[petstore.<SCHEMA>](\`<json>\`)»))`,
    call,
  );
export const oapiCodegen = program(oapi, (lines, pet) =>
  go(
    '"net/http"; "strings"',
    `
func client(address, key string) *petstore.ClientWithResponses {
	made, err := petstore.NewClientWithResponses(os.Getenv(address), petstore.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv(key))
			return nil
		}))
	must(err)
	return made
}

type answer interface { StatusCode() int; GetBody() []byte }

func got[A answer](found A, err error) A {
	must(err)
	if found.StatusCode() >= 300 && !strings.Contains(string(found.GetBody()), "tomorrow") {
		log.Panicf("%s", found.GetBody())
	}
	return found
}`,
    `${lines(plain)}
fmt.Println("int64", ${pet}.JSON200.CategoryId)
fmt.Println("code", ${oapi(createPet)}.JSON400.Code)
fmt.Println("event", (*${oapi(listEvents)}.JSON200)[0].Type)
fmt.Println("status", (*${oapi(listPets)}.JSON200)[0].Status)`,
  ),
);

const generatorGo = form(
  '<client>.<TAG>API.<OPERATION>(ctx, «<id>»)«.Ids([]int64{<ids>})»«.<SCHEMA>(read[petstore.<SCHEMA>](`<json>`))».Execute()',
);
export const openapiGeneratorGo = program(generatorGo, (lines, pet) =>
  go(
    '"errors"',
    `
func client(address, key string) *petstore.APIClient {
	made := petstore.NewConfiguration()
	made.Servers = petstore.ServerConfigurations{{URL: os.Getenv(address)}}
	made.OperationServers = nil
	made.AddDefaultHeader("Authorization", "Bearer "+os.Getenv(key))
	return petstore.NewAPIClient(made)
}

func got[A, R any](found A, _ R, err error) A {
	must(err)
	return found
}

func done[R any](_ R, err error) { must(err) }`,
    `${lines(({ contract }, written) => `${contract.success.body ? 'got' : 'done'}(${written})`)}
fmt.Println("int64", got(${pet}).CategoryId)
_, _, err := ${generatorGo(createPet)}
var failed *petstore.GenericOpenAPIError
if errors.As(err, &failed) {
	fmt.Println("code", failed.Model().(petstore.Error).Code)
}
fmt.Println("event", got(${generatorGo(listEvents)})[0].Type)
fmt.Println("status", got(${generatorGo(listPets)})[0].Status)`,
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
export const ogen = program(ofOgen, (lines, pet) =>
  go(
    '',
    `
type key string

func (name key) ApiKey(context.Context, petstore.OperationName) (petstore.ApiKey, error) {
	return petstore.ApiKey{Token: os.Getenv(string(name))}, nil
}

func client(address, name string) *petstore.Client {
	made, err := petstore.NewClient(os.Getenv(address), key(name))
	must(err)
	return made
}

func got[A any](found A, err error) A {
	must(err)
	return found
}`,
    `${lines(plain)}
fmt.Println("int64", ${pet}.(*petstore.GetPetOKHeaders).Response.CategoryId)
fmt.Println("code", ${ofOgen(createPet)}.(*petstore.CreatePetBadRequest).Response.Code)
fmt.Println("event", ${ofOgen(listEvents)}.(*petstore.EventsHeaders).Response[0].Type)
fmt.Println("status", ${ofOgen(listPets)}.(*petstore.PetsHeaders).Response[0].Status)`,
  ),
);

/**
 * A program in TypeScript.
 * @param read how `got` reads an answer
 * @param code the expression of an unknown code
 */
const typescript = (
  write: (call: Call) => string,
  head: string,
  read: string,
  client: string,
  code: string,
) =>
  program(
    write,
    (lines, pet) => `import assert from 'node:assert/strict';
${head}
const environment = (name: string): string => process.env[name] ?? '';
const headers = (key: string) => ({ Authorization: \`Bearer \${environment(key)}\` });
${read}
${clients(`const <0> = ${client};`)}
${lines((_, written) => `await got(${written});`)}
console.log('int64', ((await got(${pet})) as { categoryId: number }).categoryId);
console.log('code', ${code});
console.log('event', ((await got(${write(listEvents)})) as { type: string }[])[0]?.type);
console.log('status', ((await got(${write(listPets)})) as { status: string }[])[0]?.status);
`,
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
  `createClient({ baseUrl: environment('<1>'), auth: environment('<2>') })`,
  `(await ${hey(createPet)}).error?.code`,
);

const openapiFetchCall = form(
  "<client>.<method>('<path>', { params: { «path: { <name>: <id> }, »«query: { ids: [<ids>] }» }, «body: <json>» })",
);
export const openapiFetch = typescript(
  openapiFetchCall,
  "import createClient from 'openapi-fetch';\nimport type { paths } from './petstore/paths.ts';",
  DATA_OR_ERROR,
  `createClient<paths>({ baseUrl: environment('<1>'), headers: headers('<2>') })`,
  `(await ${openapiFetchCall(createPet)}).error?.code`,
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
  `{ baseUrl: environment('<1>'), headers: headers('<2>') }`,
  `((await ${orvalCall(createPet)}).data as petStore.Error).code`,
);

const generatorFetch = form(
  'new petStore.<TAG>Api(<client>).<operation>({ «<name>: <id>, »«ids: [<ids>], »«<schema>: petStore.<SCHEMA>FromJSON(<json>)» })',
);
export const openapiGeneratorTypescript = typescript(
  (call) => generatorFetch(call).replace('({  })', '()'),
  "import * as petStore from './petstore/index.ts';",
  'const got = <Body>(sent: Promise<Body>) => sent;\nassert.ok(got);',
  `new petStore.Configuration({ basePath: environment('<1>'), accessToken: environment('<2>') })`,
  `await ${generatorFetch(createPet)}.catch(async (error: petStore.ResponseError) =>
  petStore.ModelErrorFromJSON(await error.response.json()).code)`,
);

const rust = (call: Call) =>
  fill(
    `<tag>_api::<_operation>(&<client>, «<id>, »«read(r#"<json>"#), »${optional(call, 'None', 'Some(vec![<ids>])')}).await`,
    call,
  );
export const openapiGeneratorRust = program(
  rust,
  (lines, pet) => `use petstore::apis::*;

fn client(address: &str, key: &str) -> configuration::Configuration {
    configuration::Configuration {
        base_path: std::env::var(address).unwrap(),
        bearer_access_token: Some(std::env::var(key).unwrap()),
        ..Default::default()
    }
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> T { serde_json::from_str(text).unwrap() }

#[tokio::main]
async fn main() {
${clients(`let <0> = client("<1>", "<2>");`)}
${lines((_, written) => `${written}.unwrap();`)}
    println!("int64 {}", ${pet}.unwrap().category_id);
    if let Err(Error::ResponseError(refused)) = ${rust(createPet)} {
        let Some(pets_api::CreatePetError::Status400(error)) = refused.entity else { panic!() };
        println!("code {}", error.code);
    }
    println!("event {}", ${rust(listEvents)}.unwrap()[0].r#type);
    println!("status {}", ${rust(listPets)}.unwrap()[0].status);
}
`,
);

const java = (call: Call) =>
  fill(
    `new <TAG>Api(<client>).<operation>(«<long>, »«read(<text>, <SCHEMA>.class), »${optional(call, 'null', 'List.of(<longs>)')})`,
    call,
  );
export const openapiGeneratorJava = program(
  java,
  (lines, pet) => `
import java.util.List;
import org.openapitools.client.*;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Walk {
  static ApiClient client(String address, String key) {
    ApiClient made = new ApiClient();
    made.updateBaseUri(System.getenv(address));
    made.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv(key)));
    return made;
  }

  static <T> T read(String text, Class<T> type) throws Exception {
    return new ApiClient().getObjectMapper().readValue(text, type);
  }

  public static void main(String[] words) throws Exception {
${clients(`var <0> = client("<1>", "<2>");`)}
${lines((_, written) => `${written};`)}
    System.out.println("int64 " + ${pet}.getCategoryId());
    try {
      ${java(createPet)};
    } catch (ApiException error) {
      System.out.println("code " + read(error.getResponseBody(), org.openapitools.client.model.Error.class).getCode());
    }
    System.out.println("event " + ${java(listEvents)}.get(0).getType());
    System.out.println("status " + ${java(listPets)}.get(0).getStatus());
  }
}
`,
);

const kotlin = form(
  '<TAG>Api(<client>).<operation>(«<long>, »«read<<SCHEMA>>("""<json>"""), »«ids = listOf(<longs>)»)',
);
export const openapiGeneratorKotlin = program(
  kotlin,
  (lines, pet) => `
import org.openapitools.client.apis.*
import org.openapitools.client.infrastructure.*
import org.openapitools.client.models.*

inline fun <reified T> read(text: String): T = Serializer.moshi.adapter(T::class.java).fromJson(text)!!

fun use(key: String) { ApiClient.accessToken = System.getenv(key) }

fun main() {
${clients(`val <0> = System.getenv("<1>")`)}
${lines(({ client }, written) => `use("${client === 'customer' ? 'CUSTOMER_KEY' : 'API_KEY'}"); ${written}`)}
    println("int64 \${${pet}.categoryId}")
    try {
        ${kotlin(createPet)}
    } catch (error: ClientException) {
        println("code \${read<Error>((error.response as ClientError<*>).body.toString()).code}")
    }
    println("event \${${kotlin(listEvents)}[0].type}")
    println("status \${${kotlin(listPets)}[0].status}")
}
`,
);
