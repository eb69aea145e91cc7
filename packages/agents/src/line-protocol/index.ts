/** The line protocol of bot programs and of `ludoforge engine`. No Node dependencies. */
export type { Answer, Ask, Content, Failure, Line, Message, Tell } from './envelope.js'
export {
  isAsk,
  isContent,
  isFailure,
  isTell,
  messagesIn,
  encodeLine,
  parseLine,
  PROTOCOL,
} from './envelope.js'
export { LineError, type LineErrorCode } from './errors.js'
export { LineReader, MAX_LINE_BYTES } from './reader.js'
