/** Reads the system's certificates apart from the host's thread: a keychain with many takes longer than a click may wait. */
import { getCACertificates } from 'node:tls'
import { parentPort } from 'node:worker_threads'

parentPort?.postMessage(getCACertificates('system'), [])
