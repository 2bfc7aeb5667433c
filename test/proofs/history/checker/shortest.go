package main

import (
	"cmp"
	"slices"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

// patience is the longest that one attempt to shorten a history may take.
const patience = 200 * time.Millisecond

// A Violation is a history that no order of its operations explains.
type Violation struct {
	Partition string `json:"partition"`
	// Operations of the whole history that were answered until it shows.
	After int    `json:"after"`
	Shown []Line `json:"shown"`
}

// A Line is an operation of a history file. One that is open stands without its answer, which the violation does
// not need.
type Line struct {
	Line int  `json:"line"`
	Open bool `json:"open"`
}

func (p *partition) illegal(ops []*Operation) bool {
	return p.check(ops, patience) == porcupine.Illegal
}

// shortest shortens an illegal partition. What is left out changed nothing, or may have happened or not: so what is
// left is as illegal.
func (p *partition) shortest() []*Operation {
	ops := p.prefix()
	ops = p.reduce(ops, func(op *Operation) bool { return op.Answer != nil && !op.changed() && !first(op, ops) }, remove)
	ops = p.forgetRenames(ops)
	ops = p.reduce(ops, func(op *Operation) bool { return op.Answer != nil && op.changed() && !op.creates() }, reopen)
	// An open operation that does not explain what was seen is only in the reader's way.
	ops = p.reduce(ops, func(op *Operation) bool { return op.Answer == nil && !named(op, ops) }, remove)
	return slices.SortedStableFunc(slices.Values(ops), func(one, other *Operation) int {
		return cmp.Compare(one.Call, other.Call)
	})
}

// prefix cuts off all after the answer with which the partition becomes illegal.
func (p *partition) prefix() []*Operation {
	answered := slices.DeleteFunc(byReturn(p.ops), func(op *Operation) bool { return op.Answer == nil })
	until := func(last int64) []*Operation {
		var ops []*Operation
		for _, op := range p.ops {
			switch {
			case op.returned() <= last:
				ops = append(ops, op)
			case op.Call <= last && op.writes():
				ops = append(ops, open(op))
			}
		}
		return ops
	}
	at := sort.Search(len(answered)-1, func(at int) bool { return p.illegal(until(answered[at].returned())) })
	return until(answered[at].returned())
}

type edit func(ops []*Operation, from, to int, may func(*Operation) bool) []*Operation

func remove(ops []*Operation, from, to int, may func(*Operation) bool) []*Operation {
	var left []*Operation
	for at, op := range ops {
		if at < from || at >= to || !may(op) {
			left = append(left, op)
		}
	}
	return left
}

func reopen(ops []*Operation, from, to int, may func(*Operation) bool) []*Operation {
	left := slices.Clone(ops)
	for at := from; at < to; at++ {
		if may(left[at]) {
			left[at] = open(left[at])
		}
	}
	return left
}

// reduce edits as much as can be while the operations stay illegal: first halves, in the end one by one.
func (p *partition) reduce(ops []*Operation, may func(*Operation) bool, edit edit) []*Operation {
	for size := len(ops); size > 0; size /= 2 {
		for from := len(ops) - size; from > -size; from -= size {
			start, end := max(from, 0), from+size
			if end > len(ops) || !slices.ContainsFunc(ops[start:end], may) {
				continue
			}
			if left := edit(ops, start, end, may); p.illegal(left) {
				ops = left
			}
		}
	}
	return ops
}

// forgetRenames leaves out, one by one, new names that nothing else shows. The others fit one order of events as well as
// with them: what was seen of the name before and of the name after stays as it is.
func (p *partition) forgetRenames(ops []*Operation) []*Operation {
	for at := len(ops) - 1; at >= 0; at-- {
		left := slices.Delete(slices.Clone(ops), at, at+1)
		if !ops[at].renames() || slices.ContainsFunc(left, ops[at].showsIn) {
			continue
		}
		if p.illegal(left) {
			ops = left
		}
	}
	return ops
}

// renames says whether an answered operation wrote a name and nothing else.
func (o *Operation) renames() bool {
	return (o.Op == "updatePet" || o.Op == "putCategory") && o.Answer != nil && o.Answer.Status == 200 &&
		o.Body.Name != nil && o.Body.CategoryID == nil && o.Body.Status == nil
}

// showsIn says whether another operation depends on what a rename wrote.
func (o *Operation) showsIn(other *Operation) bool {
	if slices.Contains(other.IfMatch, o.Answer.ETag) || shows(other, *o.Body.Name) {
		return true
	}
	return other.Answer != nil && (other.Answer.ETag == o.Answer.ETag || other.Answer.Status == 412)
}

func open(op *Operation) *Operation {
	copied := *op
	copied.Return, copied.Answer = nil, nil
	return &copied
}

// writes says whether a request asks for a change.
func (o *Operation) writes() bool {
	switch o.Op {
	case "getPet", "petsByIds", "getOrder", "getCategory":
		return false
	case "updatePet":
		return o.Body != (Body{})
	}
	return true
}

func (o *Operation) creates() bool {
	return o.Op == "createPet" || o.Op == "placeOrder"
}

// changed says whether an answered operation may have changed something.
func (o *Operation) changed() bool {
	return o.writes() && o.Answer.Status < 300 && !o.Answer.Replayed
}

// first says whether all that is known of a creation comes from this repetition of it.
func first(op *Operation, ops []*Operation) bool {
	return op.creates() && op.Answer.Replayed && !slices.ContainsFunc(ops, func(other *Operation) bool {
		return other.creates() && other.Answer != nil && other.changed() && birthOf(other) == birthOf(op)
	})
}

// named says whether an answer shows what an open operation wrote: readers want to see where that comes from.
func named(op *Operation, ops []*Operation) bool {
	return slices.ContainsFunc(ops, func(other *Operation) bool {
		if other.Answer == nil {
			return false
		}
		if op.creates() {
			return other.creates() && birthOf(other) == birthOf(op)
		}
		return op.Body.Name != nil && shows(other, *op.Body.Name)
	})
}

// shows says whether an answer shows a name.
func shows(op *Operation, name string) bool {
	answer := op.Answer
	return answer != nil && (answer.Pet != nil && answer.Pet.Name == name ||
		answer.Category != nil && answer.Category.Name == name ||
		slices.ContainsFunc(answer.Pets, func(pet Pet) bool { return pet.Name == name }))
}
