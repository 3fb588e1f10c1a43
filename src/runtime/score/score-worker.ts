import { parentPort, workerData } from 'node:worker_threads';
import { readScore } from '../../steps/score.js';
import type { ScoreTask } from './read-score-within.js';

const { method, source } = workerData as ScoreTask;
parentPort?.postMessage(readScore(method, source));
