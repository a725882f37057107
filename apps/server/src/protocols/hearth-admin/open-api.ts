import { getOpenApi } from '@hearth/api'
import { openApiDocument } from '@hearth/api/document'
import { Turn } from '../../lib/turn.ts'
import { route } from './route.ts'

/** Made once, when somebody asks for it: it takes a tenth of a second, in turns. */
let document: ReturnType<typeof openApiDocument> | undefined

export const openApi = [
  route(getOpenApi, async ({ deps }) => {
    const turn = new Turn()
    document ??= openApiDocument(deps.version, () => turn.pause())
    return await document
  }),
]
