import type { Protocol, Route } from './route.ts'

export interface RouteMatch {
  readonly route: Route
  readonly protocol: Protocol
  readonly params: Readonly<Record<string, string>>
}

interface Leaf {
  readonly route: Route
  readonly protocol: Protocol
  /** Of the parameters, in the order of the path. */
  readonly names: readonly string[]
}

interface Node {
  readonly literals: Map<string, Node>
  /** `:name:verb`, by verb with its colon. */
  readonly verbs: Map<string, Node>
  parameter: Node | undefined
  /** `*name:verb`, by verb with its colon. */
  readonly restVerbs: Map<string, Leaf>
  rest: Leaf | undefined
  leaf: Leaf | undefined
}

/** All routes of one kind (plain or gRPC): a tree of segments per method. The grammar is in `route.ts`. */
export class Router {
  readonly #roots = new Map<string, Node>()

  constructor(protocols: readonly Protocol[], kind: { grpc: boolean }) {
    for (const protocol of protocols) {
      for (const route of protocol.routes) {
        if ((route.grpc ?? false) === kind.grpc) this.#add(protocol, route)
      }
    }
  }

  /** `segments` are decoded, `rawSegments` as they came; both without the empty one before the first slash. */
  match(
    method: string,
    segments: readonly string[],
    rawSegments: readonly string[],
    options: { literalRootOnly: boolean },
  ): RouteMatch | undefined {
    const root = this.#roots.get(method === 'HEAD' ? 'GET' : method)
    if (root === undefined) return undefined
    const values: string[] = []
    const leaf = find(root, segments, rawSegments, 0, values, options.literalRootOnly)
    if (leaf === undefined) return undefined
    const params = paramsOf(leaf, values)
    if (leaf.route.accepts?.(params) === false) return undefined
    return { route: leaf.route, protocol: leaf.protocol, params }
  }

  /** The methods that know this path, for the `Allow` header of a 405. */
  methodsFor(
    segments: readonly string[],
    rawSegments: readonly string[],
    options: { literalRootOnly: boolean },
  ): string[] {
    const methods: string[] = []
    for (const [method, root] of this.#roots) {
      const values: string[] = []
      const leaf = find(root, segments, rawSegments, 0, values, options.literalRootOnly)
      if (leaf === undefined || leaf.route.accepts?.(paramsOf(leaf, values)) === false) continue
      methods.push(method)
      if (method === 'GET') methods.push('HEAD')
    }
    return methods
  }

  #add(protocol: Protocol, route: Route): void {
    let root = this.#roots.get(route.method)
    if (root === undefined) this.#roots.set(route.method, (root = newNode()))
    insert(root, route, protocol)
  }
}

function paramsOf(leaf: Leaf, values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = Object.create(null) as Record<string, string>
  for (let index = 0; index < leaf.names.length; index++) params[leaf.names[index] ?? ''] = values[index] ?? ''
  return params
}

function newNode(): Node {
  return {
    literals: new Map(),
    verbs: new Map(),
    parameter: undefined,
    restVerbs: new Map(),
    rest: undefined,
    leaf: undefined,
  }
}

function insert(root: Node, route: Route, protocol: Protocol): void {
  if (!route.path.startsWith('/'))
    throw new Error(`Route ${route.path} of ${protocol.name} does not begin with a slash`)
  const names: string[] = []
  const parts = route.path.slice(1).split('/')
  let node = root
  for (const [index, part] of parts.entries()) {
    const colon = part.indexOf(':', 1)
    const verb = colon === -1 ? '' : part.slice(colon)
    if (part.startsWith('*')) {
      if (index !== parts.length - 1) throw new Error(`Route ${route.path}: the rest must come last`)
      names.push(part.slice(1, colon === -1 ? undefined : colon))
      const leaf = { route, protocol, names }
      if (verb === '' ? node.rest !== undefined : node.restVerbs.has(verb)) throw duplicate(route)
      if (verb === '') node.rest = leaf
      else node.restVerbs.set(verb, leaf)
      return
    }
    if (part.startsWith(':')) {
      names.push(part.slice(1, colon === -1 ? undefined : colon))
      node = verb === '' ? (node.parameter ??= newNode()) : child(node.verbs, verb)
    } else {
      node = child(node.literals, part)
    }
  }
  if (node.leaf !== undefined) throw duplicate(route)
  node.leaf = { route, protocol, names }
}

function child(children: Map<string, Node>, key: string): Node {
  let node = children.get(key)
  if (node === undefined) children.set(key, (node = newNode()))
  return node
}

function duplicate(route: Route): Error {
  return new Error(`Two routes claim ${route.method} ${route.path}`)
}

/** Depth first, most exact first; `values` holds the parameters of the branch being tried. */
function find(
  node: Node,
  segments: readonly string[],
  rawSegments: readonly string[],
  index: number,
  values: string[],
  literalRootOnly: boolean,
): Leaf | undefined {
  if (index === segments.length) return node.leaf
  const segment = segments[index] ?? ''
  const literal = node.literals.get(segment)
  if (literal !== undefined) {
    const found = find(literal, segments, rawSegments, index + 1, values, literalRootOnly)
    if (found !== undefined) return found
  }
  if (index === 0 && literalRootOnly) return undefined

  if (node.verbs.size > 0) {
    const colon = segment.lastIndexOf(':')
    const verbNode = colon > 0 ? node.verbs.get(segment.slice(colon)) : undefined
    if (verbNode !== undefined) {
      values.push(segment.slice(0, colon))
      const found = find(verbNode, segments, rawSegments, index + 1, values, literalRootOnly)
      if (found !== undefined) return found
      values.pop()
    }
  }
  if (node.parameter !== undefined && segment !== '') {
    values.push(segment)
    const found = find(node.parameter, segments, rawSegments, index + 1, values, literalRootOnly)
    if (found !== undefined) return found
    values.pop()
  }
  if (node.restVerbs.size > 0) {
    const last = rawSegments[rawSegments.length - 1] ?? ''
    const colon = last.lastIndexOf(':')
    const leaf = colon === -1 ? undefined : node.restVerbs.get(last.slice(colon))
    if (leaf !== undefined) {
      values.push(
        rawSegments
          .slice(index)
          .join('/')
          .slice(0, colon - last.length),
      )
      return leaf
    }
  }
  if (node.rest !== undefined) values.push(rawSegments.slice(index).join('/'))
  return node.rest
}
