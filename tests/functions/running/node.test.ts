import { describe } from 'vitest';
import { testAnswers } from './answers.ts';
import { onNode } from './start-running.ts';

describe('Running function on Node', () => void testAnswers(onNode));
