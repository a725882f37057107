import { testHeldLoop } from './held-loop.ts'
import { documentInputs } from './worst-inputs/documents.ts'
import { grpcInputs } from './worst-inputs/grpc.ts'

testHeldLoop([...documentInputs, ...grpcInputs])
