import { judgeFiles } from './judge-files.js';

judgeFiles('v1', 500);
