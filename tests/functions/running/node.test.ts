import { describe } from 'vitest';
import { testAnswers } from './answers.ts';
import { onNode } from './start-running.ts';

describe('the function on Node', () => void testAnswers(onNode));
