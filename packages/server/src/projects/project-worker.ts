/** Worker thread that checks one project. */
import { parentPort, workerData } from 'node:worker_threads'
import { checkProject } from './check-project.js'

parentPort?.postMessage(checkProject(workerData))
