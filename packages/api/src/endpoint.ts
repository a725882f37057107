import * as z from 'zod/mini'

/** What a service key may only where an owner said so. */
export const keyScopes = ['backups', 'keys', 'project', 'sign-in', 'webhooks'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Of a member of a project; each may what those before may. */
export const role = z.enum(['viewer', 'editor', 'owner'])
export type Role = z.infer<typeof role>

/**
 * Who may call an endpoint:
 * - `everybody`;
 * - `code-holder`: whoever has the code of the request (set-up, invitation);
 * - `account`: an account of the console, by the console's session;
 * - `server-owner`: the account that owns the server;
 * - a role: who has at least that role in the project, by the console's session or an operator session; server credentials count as owners.
 */
export type Who = 'everybody' | 'code-holder' | 'account' | 'server-owner' | Role

/** The canonical codes of errors that endpoints name; the answer's HTTP status follows from them. */
export type ErrorCode =
  | 'invalid-argument'
  | 'not-found'
  | 'already-exists'
  | 'permission-denied'
  | 'resource-exhausted'
  | 'failed-precondition'
  | 'aborted'
  | 'out-of-range'
  | 'unavailable'

/** One method of one path of `/hearth/v1`. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `:name` takes a segment, a last `*name` the rest of the path; each may end in `:verb`. */
  readonly path: `/hearth/v1/${string}`
  /** In Markdown. */
  readonly summary: string
  readonly who: Who
  /** A person must have signed in within the last five minutes; `sometimes` where the request decides. */
  readonly recentSignIn?: 'always' | 'sometimes'
  /** What a service key must have been made with. */
  readonly scope?: KeyScope
  /** What the audit log of the project calls it; absent for what is not written down. */
  readonly audit?: string | readonly string[]
  /** Of the address; all values are texts there. */
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** 64 KiB unless said. */
  readonly bodyBytesMax?: number
  /** 200 unless said. */
  readonly status?: 201 | 202
  readonly answer: z.ZodMiniType
  /** The answer has a secret that is shown this once: nothing on the way may keep it. */
  readonly isSecret?: true
  /** With `Accept: text/csv` the answer is a table. */
  readonly hasCsv?: true
  /** The reasons of refusals that are the endpoint's own. */
  readonly errors?: Readonly<Record<string, ErrorCode>>
}

/** The names of a path's parameters. */
export type ParameterOf<Path extends string> = Path extends `${string}/${':' | '*'}${infer Rest}`
  ? Rest extends `${infer Segment}/${infer More}`
    ? WithoutVerb<Segment> | ParameterOf<`/${More}`>
    : WithoutVerb<Rest>
  : never

type WithoutVerb<Segment extends string> = Segment extends `${infer Name}:${string}` ? Name : Segment

/** What the answer says, to be read only. */
export type AnswerOf<One extends Pick<Endpoint, 'answer'>> = DeepReadonly<z.infer<One['answer']>>

/** A body as the server has it, checked and completed. */
export type BodyOf<One extends Endpoint> = One extends { readonly body: infer Body extends z.ZodMiniType }
  ? z.output<Body>
  : undefined

/** A query as the server has it. */
export type QueryOf<One extends Endpoint> = One extends { readonly query: infer Query extends z.ZodMiniType }
  ? z.output<Query>
  : undefined

/** What a client asks with: the parameters of the path by their names, the query and the body. */
export type InputOf<One extends Endpoint> = Readonly<Record<ParameterOf<One['path']>, string>> &
  BodyInput<One> &
  QueryInput<One>

type BodyInput<One extends Endpoint> = One extends { readonly body: infer Body extends z.ZodMiniType }
  ? { readonly body: DeepReadonly<z.input<Body>> }
  : unknown

type QueryInput<One extends Endpoint> = One extends { readonly query: infer Query extends z.ZodMiniType }
  ? Partial<z.input<Query>> extends z.input<Query>
    ? { readonly query?: QueryValues<z.input<Query>> }
    : { readonly query: QueryValues<z.input<Query>> }
  : unknown

/** What the server reads a number from is given as one. */
type QueryValues<Query> = {
  readonly [Name in keyof Query]: unknown extends Query[Name] ? number | undefined : Query[Name] | undefined
}

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }
    : Value
