import { type Endpoint, type InputOf, requestOf } from '@hearth/api'
import type * as z from 'zod/mini'
import { callHearth, callHearthForText, type HearthCall } from './call-hearth.ts'

/** In whose name endpoints are called: a session of a project, or `asAccount`. */
export interface ApiCaller {
  call<Answer>(call: Omit<HearthCall<Answer>, 'idToken'>): Promise<Answer>
}

const anybody: ApiCaller = { call: callHearth }

/** A person's account of the console, by its ID token. */
export function asAccount(idToken: string, headers?: Readonly<Record<string, string>>): ApiCaller {
  return { call: async (call) => await callHearth({ ...call, ...(headers && { headers }), idToken }) }
}

/** Calls an endpoint of the contract; its errors are named there. Throws a `HearthError` as `callHearth` does. */
export async function callApi<One extends Endpoint>(
  endpoint: One,
  input: InputOf<One> & { readonly signal?: AbortSignal },
  caller: ApiCaller = anybody,
): Promise<z.infer<One['answer']>> {
  const { signal, ...asked } = input
  const call = { ...requestOf(endpoint, asked), answer: endpoint.answer, ...(signal !== undefined && { signal }) }
  const answer: unknown = await caller.call(call)
  return answer as z.infer<One['answer']>
}

/** The answer as CSV, of an endpoint that has one. */
export async function callApiForCsv<One extends Endpoint & { readonly hasCsv: true }>(
  endpoint: One,
  input: InputOf<One>,
  idToken: string,
): Promise<string> {
  return await callHearthForText({ ...requestOf(endpoint, input), idToken, headers: { accept: 'text/csv' } })
}
