import { judgeFiles } from './judge-files.js';

judgeFiles('arborist', 100);
