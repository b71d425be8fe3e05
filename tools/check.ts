import { runQuickSteps, testStep } from './check-steps.ts';
import { report, runStep } from './steps.ts';

process.exitCode = report([...(await runQuickSteps()), await runStep(testStep)]);
