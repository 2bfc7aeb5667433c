package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/anishathalye/porcupine"
)

// A partition is all that clients did with one pet and its orders, or with one category. A history is linearizable
// exactly if each of its partitions is.
type partition struct {
	name  string
	model porcupine.Model
	ops   []*Operation
}

type stepper[State any] interface {
	step(*Operation) (bool, State)
	equal(State) bool
}

func modelOf[State stepper[State]](initial State) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return initial },
		Step: func(state, input, _ any) (bool, any) {
			return state.(State).step(input.(*Operation))
		},
		Equal: func(one, other any) bool { return one.(State).equal(other.(State)) },
	}
}

// divide gives the partitions of a history, in the order in which they begin.
func divide(history []*Operation) []*partition {
	born := bornWith(history)
	var all []*partition
	byName := map[string]*partition{}
	add := func(kind string, id int64, op *Operation) {
		name := fmt.Sprintf("%s %d", kind, id)
		if byName[name] == nil {
			model := modelOf(newPet(id))
			if kind == "category" {
				model = modelOf(categoryState{id: id})
			}
			byName[name] = &partition{name: name, model: model}
			all = append(all, byName[name])
		}
		byName[name].ops = append(byName[name].ops, op)
	}
	for _, op := range history {
		switch {
		case op.Answer == nil && !op.writes():
			// It changed nothing, and nobody knows what it saw.
		case op.Op == "createPet":
			// A pet whose id nobody knows is in no other request.
			if id, known := born[birthOf(op)]; known {
				add("pet", id, op)
			}
		case op.Op == "petsByIds":
			for _, id := range op.Pets {
				add("pet", id, op)
			}
		case op.Category != nil:
			add("category", *op.Category, op)
		default:
			add("pet", *op.Pet, op)
		}
	}
	return all
}

// bornWith gives the ids that creations were answered first.
func bornWith(history []*Operation) map[string]int64 {
	born := map[string]int64{}
	for _, op := range byReturn(history) {
		if op.Op != "createPet" || op.Answer == nil || op.Answer.Pet == nil {
			continue
		}
		if _, known := born[birthOf(op)]; !known {
			born[birthOf(op)] = op.Answer.Pet.ID
		}
	}
	return born
}

// birthOf names what requests with one idempotency key create together, and others alone.
func birthOf(op *Operation) string {
	if op.Key == "" {
		return fmt.Sprintf("line %d", op.line)
	}
	return fmt.Sprintf("%s key %s", op.Account, op.Key)
}

func byReturn(history []*Operation) []*Operation {
	return slices.SortedStableFunc(slices.Values(history), func(one, other *Operation) int {
		return cmp.Compare(one.returned(), other.returned())
	})
}

func (p *partition) check(ops []*Operation, timeout time.Duration) porcupine.CheckResult {
	if timeout <= 0 {
		return porcupine.Unknown
	}
	last := int64(math.MinInt64)
	history := make([]porcupine.Operation, 0, len(ops)+1)
	for _, op := range ops {
		history = append(history, porcupine.Operation{Input: op, Call: op.Call, Return: op.returned()})
		last = max(last, op.Call)
		if op.Return != nil {
			last = max(last, *op.Return)
		}
	}
	end := &Operation{Op: "end"}
	history = append(history, porcupine.Operation{Input: end, Call: last + 1, Return: last + 2})
	return porcupine.CheckOperationsTimeout(p.model, history, timeout)
}
