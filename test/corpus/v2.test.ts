import { judgeFiles } from './judge-files.js';

judgeFiles('v2', 500);
