import { parentPort, workerData } from 'node:worker_threads';
import type { ScoreTask } from './read-score-within.js';
import { readScore } from './score.js';

const { method, source } = workerData as ScoreTask;
parentPort?.postMessage(readScore(method, source));
