import { CatchmentError } from '@shared/contract/errors'
import { APICallError } from 'ai'

/** What an endpoint is called in a message to a person. */
export interface EndpointName {
  title: string
  model: string
  baseUrl: string
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EAI_AGAIN'])
/** How Node says that nobody it trusts vouches for a server, or that it is another one. */
const UNTRUSTED =
  /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+|INVALID_CA|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME_INVALID)$/
/** An answer in plain HTTP where TLS was spoken. OpenSSL and Chromium's BoringSSL name it otherwise. */
const NO_TLS = /^(?:ERR_SSL_(?:WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG)|EPROTO)$/
/** What a server says of itself is quoted, not handed on whole. */
const MAX_SAID = 300
const BROKEN_OFF = /without a finish reason|\bterminated\b|other side closed|\baborted\b|premature/i

/**
 * Any failure of an endpoint as `model_failed` with a sentence that says what happened and what to do about it.
 * @param apiKey what was sent as the key: a server may say it back, and neither the sentence nor a log is to hold it
 */
export function endpointFailure(error: unknown, endpoint: EndpointName, apiKey: string | null = null): CatchmentError {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof CatchmentError) return at
  const words = sentence(error, endpoint)
  if (apiKey === null || apiKey === '') return new CatchmentError('model_failed', words, { cause: error })
  // The cause holds what the server said whole, so it goes no further where there is a key.
  return new CatchmentError('model_failed', words.replaceAll(apiKey, '[key]'))
}

/** How llama.cpp, LM Studio, vLLM and OpenAI say that a prompt is longer than what they loaded the model with. */
const TOO_LONG =
  /exceed_context_size|exceeds? the available context|context size has been exceeded|when (?:the )?context (?:the )?overflows|maximum context length is|context_length_exceeded/i
const CONTEXT_TOKENS = /(?:context length (?:is|of(?: only)?)|context size \(|"n_ctx"\s*:)\s*(\d+)/i

function tooLong(said: string, title: string): string | null {
  if (!TOO_LONG.test(said)) return null
  const tokens = CONTEXT_TOKENS.exec(said)?.[1]
  const size = tokens === undefined ? '' : ` of ${tokens} tokens`
  return `The conversation is longer than the context${size} that ${title} gives this model. Give it a longer one there, then remove the server here and add it again.`
}

function sentence(error: unknown, { title, model, baseUrl }: EndpointName): string {
  const host = new URL(baseUrl).host
  const said = APICallError.isInstance(error)
    ? `${error.message} ${error.responseBody ?? ''}`
    : causes(error)[0]?.message
  const overflow = said === undefined ? null : tooLong(said, title)
  if (overflow !== null) return overflow
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 300) {
    const said = error.message === '' ? '' : ` It said: ${error.message.slice(0, MAX_SAID)}`
    switch (error.statusCode) {
      case 401:
      case 403:
        return `${title} refused the API key (${error.statusCode}). Check the key in the settings.`
      case 404:
        return `${title} knows no model “${model}” at this address (404). Check the model's name and the address.`
      case 429:
        return `${title} takes no more requests for now (429). Try again in a while.`
      default:
        return `${title} could not answer (${error.statusCode}).${said}`
    }
  }
  const trail = causes(error)
  if (trail.some(({ code }) => code !== undefined && UNREACHABLE.has(code))) {
    return `${title} cannot be reached at ${host}. Is it running?`
  }
  const untrusted = trail.find(({ code }) => code !== undefined && UNTRUSTED.test(code))?.code
  if (untrusted !== undefined) {
    return `The certificate that ${title} shows at ${host} cannot be verified (${untrusted}), so nothing was sent. It could be another server in its place.`
  }
  if (trail.some(({ code }) => code !== undefined && NO_TLS.test(code))) {
    return `${title} does not speak https at ${host}. If it is on this computer, its address begins with http://.`
  }
  if (trail.some(({ message }) => /redirect/i.test(message))) {
    return `${title} wanted to send the request on to another address; that is not followed. Check the address.`
  }
  if (trail.some(({ message, code }) => BROKEN_OFF.test(message) || code === 'ECONNRESET')) {
    return `The answer of ${title} broke off before its end. What arrived was kept; try again.`
  }
  const [first] = trail
  return `${title} sent something that could not be understood: ${first?.message.slice(0, MAX_SAID) ?? 'an unknown error'}`
}

/** The error and what caused it, outermost first. An error chunk of the protocol is a plain object or string. */
function causes(error: unknown): { message: string; code?: string }[] {
  const trail: { message: string; code?: string }[] = []
  let current = error
  while (current !== undefined && current !== null && trail.length < 6) {
    if (typeof current !== 'object') {
      trail.push({ message: String(current) })
      break
    }
    const message = 'message' in current ? String(current.message) : JSON.stringify(current)
    trail.push({ message, ...('code' in current && typeof current.code === 'string' ? { code: current.code } : {}) })
    current = 'cause' in current ? current.cause : undefined
  }
  return trail
}
